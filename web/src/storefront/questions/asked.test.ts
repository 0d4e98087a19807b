import { create } from "@bufbuild/protobuf";
import { BookingQuestionSchema, QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { expect, test } from "vitest";

globalThis.sessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined } as unknown as Storage;
const { openDraft, useDraft } = await import("../draft.ts");
const { openQuestion } = await import("./asked.ts");

const vet = { key: "custom_1", subject: QuestionSubject.OWNER, question: "Who is your vet?", required: true };

test("what a shop has to know of the owner is asked before a booking, and not of somebody who waits", () => {
  openDraft("shop");
  const questions = [create(BookingQuestionSchema, vet)];
  useDraft.setState({ step: "you" });
  expect(openQuestion(questions, useDraft.getState())).toBe("Who is your vet?");
  useDraft.setState({ wait: "any" });
  expect(openQuestion(questions, useDraft.getState())).toBeUndefined();
});
