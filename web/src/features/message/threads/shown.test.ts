import { MessageTargetType, ThreadFilter } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { expect, test } from "vitest";
import { askedFor, filters, types } from "./shown.ts";

test("without a search the chosen conversations are asked for; a search looks in all of them", () => {
  const [reply] = filters;
  const review = types[2];
  expect(askedFor({ filter: reply, type: review, keyword: "" })).toEqual({
    ...{ filter: ThreadFilter.NEEDS_REPLY, keyword: "" },
    targetTypes: [MessageTargetType.REVIEW],
  });
  for (const filter of filters)
    expect(askedFor({ filter, type: review, keyword: "Ingrid" })).toEqual({
      ...{ filter: ThreadFilter.UNSPECIFIED, keyword: "Ingrid" },
      targetTypes: [],
    });
});
