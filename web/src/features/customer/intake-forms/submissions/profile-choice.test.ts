import { create } from "@bufbuild/protobuf";
import { ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeSubmissionSchema } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { expect, test } from "vitest";
import { clientSides, KEPT_ADDRESS, missingOnFile } from "./profile-choice.ts";

const address = { key: "a", type: Type.ADDRESS, label: "Address", target: "client.address" };
const submission = create(IntakeSubmissionSchema, { sections: [{ key: "s", questions: [address] }] });
const given = { a: ["1 Elm St", "", "Portland", "ME", "04101", ""] };

test("the address of a form is taken at first by a client who has none; beside one on file it is a choice", () => {
  const without = clientSides(submission, given, create(ClientSchema, { primaryAddressId: "0" }));
  expect(missingOnFile(without)).toEqual(["client.address"]);
  const withOne = clientSides(submission, given, create(ClientSchema, { primaryAddressId: "5" }));
  expect([missingOnFile(withOne), withOne[0]?.onFile]).toEqual([[], KEPT_ADDRESS]);
});
