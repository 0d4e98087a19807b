import { create } from "@bufbuild/protobuf";
import { ClientSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { IntakeQuestionType as Type } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeSubmissionSchema } from "@leashline/proto/leashline/customer/v1/intake_submission_pb.js";
import { expect, test } from "vitest";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";
import { clientSides, KEPT_ADDRESS, missingOnFile, sideText } from "./profile-choice.ts";

const address = { key: "a", type: Type.ADDRESS, label: "Address", target: "client.address" };
const submission = create(IntakeSubmissionSchema, { sections: [{ key: "s", questions: [address] }] });
const given = { a: ["1 Elm St", "", "Portland", "ME", "04101", ""] };

test("the address of a form is taken at first by a client who has none; beside one on file it is a choice", () => {
  const without = clientSides(submission, given, create(ClientSchema, { primaryAddressId: "0" }));
  expect(missingOnFile(without)).toEqual(["client.address"]);
  const withOne = clientSides(submission, given, create(ClientSchema, { primaryAddressId: "5" }));
  expect([missingOnFile(withOne), withOne[0]?.onFile]).toEqual([[], KEPT_ADDRESS]);
});

test("a birthday and a number stand there as the business writes them, anything else as it was written", () => {
  const format = formatAs({ ...defaultPreferences, dateFormat: "MM/DD/YYYY", country: "US" });
  const said = [
    ["pet.birthday", "2024-01-01"],
    ["client.phoneNumber", "2065550142"],
    ["pet.breed", "2024-01-01"],
    ["pet.birthday", ""],
  ] as const;
  expect(said.map(([target, text]) => sideText(target, text, format))).toEqual(["01/01/2024", "(206) 555-0142", "2024-01-01", ""]);
});
