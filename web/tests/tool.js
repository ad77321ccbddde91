/**
 * The tool `roomgen`, with which the page is compared: runs it, and reads what it reports.
 *
 * @module
 */

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** `ROOMGEN` names another one. */
const TOOL = resolve(process.env.ROOMGEN ?? join(ROOT, "target/debug/roomgen"));

/** Bytes of what the tool may print. */
const MOST_PRINTED = 64 * 1024 * 1024;

/** A folder for files of the tool, which is removed with the test `t`. */
export function folderFor(t) {
  const path = mkdtempSync(join(tmpdir(), "roomgen-playground-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  const at = (name) => join(path, name);
  return {
    path,
    write: (name, content) => writeFileSync(at(name), content),
    read: (name) => readFileSync(at(name)),
  };
}

/**
 * Runs the tool in a folder.
 *
 * @param {{path: string}} folder
 * @param {string[]} args
 * @returns {Promise<{code: number, stdout: string, stderr: string}>}
 */
export function run(folder, args) {
  const options = { cwd: folder.path, maxBuffer: MOST_PRINTED, env: { ...process.env, NO_COLOR: "1" } };
  return new Promise((done, fail) => {
    execFile(TOOL, args.map(String), options, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") fail(error);
      else done({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

/** Runs the tool, which must succeed: what it prints. */
export async function succeed(folder, args) {
  const { code, stdout, stderr } = await run(folder, args);
  if (code) throw new Error(`roomgen ${args.join(" ")} exits with ${code}: ${stderr}`);
  return stdout;
}

/**
 * Problems and findings in a report of the tool.
 *
 * @param {string} report
 * @returns {{problems: {severity: string, message: string, place: string, help: string | null}[], count: number}}
 *   `place` as FILE:LINE:COLUMN; `count`: also those that a report leaves out
 */
export function problemsIn(report) {
  const problems = report.split(/^(?=(?:error|warning): )/m).filter((part) => /^ *--> /m.test(part)).map((part) => ({
    severity: /^\w+/.exec(part)[0],
    message: /^\w+: (.*)$/m.exec(part)[1],
    place: /^ *--> (.*)$/m.exec(part)[1],
    help: /^ *= help: (.*)$/m.exec(part)?.[1] ?? null,
  }));
  const counted = /^(?:error: )?(\d+) (?:problem|finding)/m.exec(report);
  return { problems, count: counted ? Number(counted[1]) : problems.length };
}
