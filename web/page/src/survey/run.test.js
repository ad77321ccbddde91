import assert from "node:assert/strict";
import { test } from "node:test";
import { runSurvey, slices } from "./run.js";

test("slices cover the seeds once, past the last seed as well", () => {
  const asked = slices({ preset: "crypt", seed: String(2n ** 64n - 60n) }, 120);
  assert.deepEqual(asked.map(({ count }) => count), [50, 50, 20]);
  assert.deepEqual(asked.map(({ seed }) => seed), ["18446744073709551556", "18446744073709551606", "40"]);
});

/** An engine whose survey is the list of its seeds; `delay` turns for each answer. */
function fake(delay) {
  return {
    async ask({ op, seed, count, surveys }) {
      for (let turn = 0; turn < delay(); turn += 1) await null;
      if (op === "merge") return { ok: surveys.join(" ") };
      const seeds = Array.from({ length: count }, (_, number) => Number(seed) + number);
      return { ok: { survey: seeds.join(","), values: seeds.map((value) => [value]) } };
    },
  };
}

test("several engines give what one gives, however fast they are", async () => {
  const requests = [{ seed: "0" }, { seed: "7" }];
  const alone = await runSurvey(requests, { count: 170, engines: [fake(() => 1)] });
  const reported = [];
  const shared = await runSurvey(requests, {
    count: 170, engines: [fake(() => 9), fake(() => 1), fake(() => 4)], onProgress: (done, of) => reported.push([done, of]),
  });
  assert.deepEqual(shared, alone);
  assert.equal(alone[0].values.length, 170);
  assert.deepEqual(reported.at(-1), [340, 340]);
});

test("an engine that is lost ends the survey", async () => {
  const lost = { ask: async () => { throw new Error("lost"); } };
  await assert.rejects(runSurvey([{ seed: "0" }], { count: 500, engines: [fake(() => 3), lost] }), /lost/);
});
