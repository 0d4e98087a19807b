import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema } from "@leashline/proto/google/rpc/error_details_pb.js";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { type UseFormReturn, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { showFieldErrors } from "./DrawerForm.tsx";

type Opened = (form: UseFormReturn<{ name: string }>) => void;
const Page = ({ opened }: { opened: Opened }) => {
  opened(useForm({ defaultValues: { name: "" } }));
  return null;
};

/** A form as a page has it. */
function formOf(): UseFormReturn<{ name: string }> {
  const forms: UseFormReturn<{ name: string }>[] = [];
  renderToString(createElement(Page, { opened: (form) => void forms.push(form) }));
  return forms[0] as UseFormReturn<{ name: string }>;
}

const refusal = (field: string, description: string): ConnectError => {
  const error = new ConnectError("params error", Code.InvalidArgument);
  const value = create(BadRequestSchema, { fieldViolations: [{ field, description }] });
  error.details.push({ type: BadRequestSchema.typeName, value: toBinary(BadRequestSchema, value) } as never);
  return error;
};

test.each([
  ["must be after the start", "Must be after the start."],
  ["belongs to everybody", "Belongs to everybody."],
  ["The domain leads nowhere.", "The domain leads nowhere."],
  ["“co.uk” is everybody's.", "“co.uk” is everybody's."],
])("what a server found wrong with a field (%s) stands beside it as a sentence", (said, shown) => {
  const form = formOf();
  expect(showFieldErrors(form, refusal("name", said))).toBe(true);
  expect(form.getFieldState("name").error?.message).toBe(shown);
  expect(showFieldErrors(form, refusal("other", said)), "of a field that is not here").toBe(false);
});
