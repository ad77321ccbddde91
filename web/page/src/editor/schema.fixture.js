/**
 * A part of the JSON Schema of presets, for tests: with all forms that the whole one has.
 *
 * @module
 */

const float = { format: "float", type: "number" };
const whole = { format: "int64", type: "integer" };
const ramp = { $ref: "#/$defs/Ramp" };
const pair = (one) => ({ maxItems: 2, minItems: 2, prefixItems: [one, one], type: "array" });
const variant = (name, content) => ({
  additionalProperties: false, properties: { [name]: content }, required: [name], type: "object",
});
const struct = (properties, required = []) => ({
  additionalProperties: false, properties, required, type: "object",
});
const list = (items) => ({ items, type: "array" });
const text = { type: "string" };

export const schema = {
  $defs: {
    Anchor: { oneOf: [
      { enum: ["Center", "Doors", "DoorAxis"], type: "string" },
      variant("At", pair(float)), variant("Of", text), variant("Between", pair({ $ref: "#/$defs/Anchor" })),
    ] },
    Formation: struct({
      at: {
        anyOf: [{ $ref: "#/$defs/Anchor" }, { type: "null" }],
        description: "the anchor: `Center`; `Doors`, the cells before doors; `At(0.5, 0.25)`, fractions; "
          + "default: Center",
      },
      chance: { ...ramp, description: "a ramp: the chance that it is stamped; default: 1" },
      fill: { description: "whether it is filled; default: false", type: "boolean" },
      one_of: list({ $ref: "#/$defs/Formation" }),
      prop: { description: "one prop for each cell", type: ["string", "null"] },
      shape: { $ref: "#/$defs/Shape" },
      size: { $ref: "#/$defs/Size" },
      shift: { ...pair(whole), description: "cells by which it is moved", type: ["array", "null"] },
    }),
    Layout: struct(
      { formations: list({ $ref: "#/$defs/Formation" }), name: text, weight: ramp },
      ["name", "formations"],
    ),
    LockPlace: { oneOf: [
      { enum: ["Bonus"], type: "string" }, variant("Path", pair(float)), variant("Tag", text),
    ] },
    Prop: struct({
      footprint: { ...pair(whole), description: "width and height in cells, 1 to 8" },
      glyph: { description: "the character in text", maxLength: 1, minLength: 1, type: "string" },
      jitter: { ...float, description: "random offset; the body stays inside; up to 4; default: 0.0" },
      tags: list(text),
      variants: { additionalProperties: ramp, propertyNames: text, type: "object" },
    }, ["glyph"]),
    Ramp: { anyOf: [{ format: "double", type: "number" }, { $ref: "#/$defs/Slope" }] },
    Shape: { oneOf: [
      { enum: ["Square", "X"], type: "string" }, variant("Bitmap", list(text)), variant("Scatter", whole),
    ] },
    Size: { oneOf: [variant("Cells", ramp), variant("Box", pair(ramp))] },
    Slope: struct({
      from: { ...ramp, description: "the values at 0 and at 1" },
      over: { enum: ["Progress", "Difficulty"], type: "string" },
      to: ramp,
    }, ["from", "to"]),
    Style: { oneOf: [variant("Adjacent", struct({ corner: whole, door: pair(whole) }))] },
  },
  properties: {
    base: { type: ["string", "null"] },
    clearance: { ...whole, description: "free cells, 1 to 8; default: 1" },
    layouts: {
      description: "how rooms are furnished; default: none",
      ...list({ $ref: "#/$defs/Layout" }),
    },
    locks: list(struct({
      count: { ...whole, maximum: 6, minimum: 0 },
      lock: { $ref: "#/$defs/LockPlace" },
      name: text,
    })),
    props: { additionalProperties: { $ref: "#/$defs/Prop" }, description: "kinds of props", type: "object" },
    style: { $ref: "#/$defs/Style", description: "how rooms are joined; default: Adjacent(door: (1, 1))" },
    tags: list(struct({ tag: text }, ["tag"])),
  },
  type: "object",
};
