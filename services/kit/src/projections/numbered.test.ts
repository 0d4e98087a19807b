import { ClientErasedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { expect, test } from "vitest";
import { personalData } from "../privacy/personal-data.ts";
import { defineService } from "../service.ts";
import { projection } from "./projection.ts";

test("a service whose rows tell what was heard is not made where an erasure takes them", () => {
  const visits = (numbered: boolean) =>
    projection<{ id: string }>({
      table: "keptVisit",
      key: "id",
      columns: { id: ({ id }) => id },
      numbered,
      events: [],
      source: async () => [],
    });
  const made = (numbered: boolean, erase: "go" | "stay") => () =>
    defineService({
      name: "kept",
      migrations: new URL("./none/", import.meta.url),
      rpcs: [],
      projections: [visits(numbered)],
      personal: personalData(ClientErasedSchema, { places: [{ table: "kept_visit", whose: "t.client_id = any($2)", erase }] }),
    });
  expect(made(true, "go")).toThrow("keptVisit");
  for (const [numbered, erase] of [
    [true, "stay"],
    [false, "go"],
  ] as const)
    expect(made(numbered, erase)).not.toThrow();
});
