import assert from "node:assert/strict";
import { test } from "node:test";
import { schema } from "./schema.fixture.js";
import {
  clauseOf, describe, fieldsAt, nodesAt, optionsAt, sortsOf, splitDescription, wordsAt,
} from "./schema.js";

const FORMATION = ["layouts", 3, "formations", 0];
const types = (...path) => optionsAt(schema, path).map(({ type }) => type);

test("a path leads through references, lists, maps and variants", () => {
  assert.deepEqual(types("layouts", 0, "name"), ["string"]);
  assert.deepEqual(types("props", "constructor", "glyph"), ["string"]);
  assert.deepEqual(types(...FORMATION, "at", "Between", 1, "At", 0), ["number"]);
  assert.deepEqual(types("style", "Adjacent", "door", 1), ["integer"]);
});

test("what a variant contains is one value, or several", () => {
  assert.deepEqual(types(...FORMATION, "size", "Cells", 0), ["number", "object"]);
  assert.deepEqual(types(...FORMATION, "size", "Cells", 0, "from"), ["number", "object"]);
  assert.deepEqual(types(...FORMATION, "size", "Cells", "from"), ["number", "object"]);
  assert.deepEqual(types(...FORMATION, "shape", "Scatter", 0), ["integer"]);
  assert.deepEqual(types(...FORMATION, "shape", "Bitmap", 0, 2), ["string"]);
  assert.deepEqual(types("locks", 0, "lock", "Path", 0, 1), ["number"]);
});

test("places that the schema does not know have no nodes", () => {
  const paths = [["nope"], ["constructor"], ["layouts", "name"], ["layouts", 0, "name", 1], ["clearance", 1]];
  for (const path of paths) {
    assert.deepEqual(nodesAt(schema, path), [], path.join("/"));
  }
});

test("words, with and without a content", () => {
  const shapes = wordsAt(schema, [...FORMATION, "shape"]);
  assert.deepEqual(shapes.map(({ word }) => word), ["Square", "X", "Bitmap", "Scatter"]);
  assert.deepEqual(shapes.map(({ hasContent }) => hasContent), [false, false, true, true]);
  assert.deepEqual(wordsAt(schema, [...FORMATION, "fill"]).map(({ word }) => word), ["true", "false"]);
  assert.deepEqual(wordsAt(schema, [...FORMATION, "chance"]), []);
});

test("fields of structs, and of the struct in a variant", () => {
  assert.deepEqual(fieldsAt(schema, ["style", "Adjacent"]).map(({ name }) => name), ["corner", "door"]);
  const slope = fieldsAt(schema, [...FORMATION, "chance"]);
  assert.deepEqual(slope.map(({ name, isRequired }) => [name, isRequired]),
    [["from", true], ["over", false], ["to", true]]);
  assert.deepEqual(fieldsAt(schema, [...FORMATION, "at"]), []);
});

test("sorts of values", () => {
  const sorts = (...path) => nodesAt(schema, path).flatMap((node) => sortsOf(schema, node));
  assert.deepEqual(sorts(...FORMATION, "chance"), ["number", "ramp"]);
  assert.deepEqual(sorts(...FORMATION, "shift"), ["pair"]);
  assert.deepEqual(sorts(...FORMATION, "prop"), ["text"]);
  assert.deepEqual(sorts(...FORMATION, "at"), ["word"]);
  assert.deepEqual(sorts("props", "urn", "glyph"), ["character"]);
  assert.deepEqual(sorts("props"), ["map"]);
});

test("a description and its default", () => {
  assert.deepEqual(splitDescription("a; b; default: (1, 1)"), { text: "a; b", fallback: "(1, 1)" });
  assert.deepEqual(splitDescription("a. By default b"), { text: "a. By default b", fallback: "" });
  assert.deepEqual(splitDescription(undefined), { text: "", fallback: "" });
});

test("a place is described by the nearest field that has a description", () => {
  const at = describe(schema, [...FORMATION, "at", "At", 1]);
  assert.deepEqual(at.path, [...FORMATION, "at"]);
  assert.equal(at.fallback, "Center");
  assert.deepEqual(at.words, ["Center", "Doors", "DoorAxis", "At(…)", "Of(…)", "Between(…)"]);
  assert.equal(describe(schema, ["props", "urn", "glyph"]).text, "the character in text");
  assert.equal(describe(schema, []), null);
  assert.equal(describe(schema, ["nope", 1]), null);
});

test("the clause of a description about a word", () => {
  const { description } = schema.$defs.Formation.properties.at;
  assert.equal(clauseOf(description, "Doors"), "`Doors`, the cells before doors");
  assert.equal(clauseOf(description, "At"), "`At(0.5, 0.25)`, fractions");
  assert.equal(clauseOf(description, "DoorAxis"), "");
});
