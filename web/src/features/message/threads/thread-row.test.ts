import { create } from "@bufbuild/protobuf";
import { ThreadSchema } from "@leashline/proto/leashline/message/v1/thread_pb.js";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Row } from "./ThreadRow.tsx";

const row = (avatarPath: string): string => {
  const thread = create(ThreadSchema, { id: "1", customerId: "7", customerFirstName: "Jo", customerLastName: "Park", avatarPath });
  return renderToString(createElement(Row, { thread, open: false, onOpen: () => undefined }));
};

test("a conversation stands under its client's picture, under initials where there is none", () => {
  expect(row("/files/public/1/jo.png")).toContain('src="/files/public/1/jo.png"');
  expect(row("")).toContain('data-initials="JP"');
});
