import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  CustomDomainSchema,
  CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { expect, test } from "vitest";
import { domainProblem, foundText, standingOf, typedDomain } from "./domain-words.ts";

const of = (fields: object) => standingOf(create(CustomDomainSchema, { domain: "xn--bcher-kva.test", written: "bücher.test", ...fields }));

test.each([
  ["Waiting for DNS", "Make the two records", { state: State.WAITING }],
  ["Waiting for DNS", "shows another booking page now", { state: State.WAITING, liveElsewhere: true }],
  ["Waiting for DNS", "did not answer", { state: State.WAITING, proof: Proof.UNANSWERED }],
  ["Live", "Clients can book at bücher.test", { state: State.LIVE }],
  ["Live", "The TXT record is gone", { state: State.LIVE, breakTime: timestampFromDate(new Date()) }],
  ["Not working", "missing for three days", { state: State.BROKEN }],
  ["Not working", "Another booking page", { state: State.BROKEN, moved: true }],
])("a domain reads “%s” where what to do is “%s …”", (words, more, fields) => {
  expect(of(fields)).toEqual({ tone: expect.any(String), words, more: expect.stringContaining(more) });
});

test("an address that is pasted loses what a browser put around the domain, and what is left is checked", () => {
  expect(["https://book.paws.test/", " book.paws.test "].map(typedDomain)).toEqual(["book.paws.test", "book.paws.test"]);
  expect(["https://book.paws.test/", "", "book.paws.test"].map(domainProblem)).toEqual([undefined, undefined, undefined]);
  expect(domainProblem("https://book.paws.test/page")).toContain("a name alone");
});

test.each([
  ["the TXT record is not there yet; your domain leads nowhere yet", { proof: Proof.MISSING, pointing: Pointing.NOWHERE }],
  ["the TXT record is there; your domain leads here", { proof: Proof.FOUND, pointing: Pointing.HERE }],
  [
    "the TXT record has a different value; your domain leads to 192.0.2.7",
    { proof: Proof.OTHER, pointing: Pointing.ELSEWHERE, pointsTo: "192.0.2.7" },
  ],
  ["your domain’s DNS did not answer", { proof: Proof.UNANSWERED, pointing: Pointing.UNANSWERED }],
  ["the TXT record is there; we could not see where your domain leads", { proof: Proof.FOUND, pointing: Pointing.UNANSWERED }],
  [
    "the TXT record is gone; your domain leads here",
    { proof: Proof.MISSING, pointing: Pointing.HERE, breakTime: timestampFromDate(new Date()) },
  ],
])("a check that was asked for says that %s", (words, fields) => {
  expect(foundText(create(CustomDomainSchema, fields))).toBe(`Checked just now: ${words}.`);
});
