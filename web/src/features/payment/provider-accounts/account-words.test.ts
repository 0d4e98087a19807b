import { ProviderAccountStatus as Status } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { expect, test } from "vitest";
import { missingOf, nameOf, restrictionOf, standing } from "./account-words.ts";

const asked = (currentlyDue: string[]) => ({ currentlyDue, pastDue: [], errors: [] }) as never;

test.each([
  ["individual.address.line1", "Address"],
  ["company.name", "Company name"],
  ["company.tax_id", "Tax ID"],
  ["tos_acceptance.date", "Terms of service acceptance"],
  ["individual.dob.day", "Date of birth"],
  ["business_profile.support_phone", "Phone"],
  ["individual.first_name", "First and last name"],
  ["individual.last_name", "First and last name"],
  ["individual.ssn_last_4", "SSN"],
  ["individual.id_number", "ID number"],
  ["individual.email", "Email"],
  ["company.owners_provided", "Ownership declaration"],
  ["individual.verification.document", "ID verification"],
  ["something.quite_new", "Quite new"],
])("provider-missing-item-names: %s is %s", (item, name) => expect(nameOf(item)).toBe(name));

test("each thing that is missing is named once, with what was wrong about it", () => {
  const errors = [{ requirement: "individual.id_number", reason: "It does not match." }];
  const lines = missingOf({
    currentlyDue: ["individual.dob.day", "individual.dob.month", "individual.id_number"],
    pastDue: [],
    errors,
  } as never);
  expect(lines).toEqual(["Date of birth", "ID number: It does not match."]);
});

test("provider-restriction-text, provider-restriction-fallback: what a restricted account lacks, until when, and what is said where nobody knows", () => {
  const lacking = (status: Status, due: string[]) => restrictionOf({ status, requirements: asked(due) }, "May 1, 2024")?.text;
  expect(lacking(Status.RESTRICTED_SOON, ["company.tax_id"])).toBe(
    "The following information is missing or invalid, please provide by May 1, 2024",
  );
  expect(lacking(Status.RESTRICTED, ["company.tax_id"])).toBe("The following information is missing or invalid");
  expect(lacking(Status.RESTRICTED, [])).toBe(
    "We are still missing something from you, please click on the button below to finish setting up your Leashline Pay account.",
  );
  expect(lacking(Status.ENABLED, [])).toBe("Please submit the additional information needed by clicking on the button below.");
  expect(lacking(Status.COMPLETED, [])).toBeUndefined();
  expect(standing[Status.ENABLED].label).toBe("Enabled ✓");
});
