import { create } from "@bufbuild/protobuf";
import { BookingQuestionSchema, QuestionMode, QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { expect, test } from "vitest";

const { beginAgain, beginFor, openDraft, startOver, useDraft } = await import("../draft.ts");
const { answersFor, openQuestion } = await import("./asked.ts");

const vet = { key: "custom_1", subject: QuestionSubject.OWNER, question: "Who is your vet?", required: true };

test("what a shop has to know of the owner is asked before a booking, and not of somebody who waits", () => {
  openDraft("shop");
  const questions = [create(BookingQuestionSchema, vet)];
  useDraft.setState({ step: "you" });
  expect(openQuestion(questions, useDraft.getState())).toBe("Who is your vet?");
  useDraft.setState({ wait: "any" });
  expect(openQuestion(questions, useDraft.getState())).toBeUndefined();
});

test("a coat is one of the shop's own; where it lists none any is taken, and one that it took away is asked for again", () => {
  openDraft("coats");
  const rex = { petName: "Rex", petType: "Dog", breed: "Pug", weight: "18" };
  beginFor("coats", { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "" }, [rex]);
  const asks = (options: string[], coatType?: string) => {
    const draft = useDraft.getState();
    const pets = draft.pets.map((pet) => ({ ...pet, ...rex, ...(coatType !== undefined && { coatType }) }));
    const coat = { key: "coat_type", subject: QuestionSubject.PET, question: "Coat type", required: true, options };
    return openQuestion([create(BookingQuestionSchema, coat)], { ...draft, step: "pets", pets });
  };
  const open = "Tell us the coat type of Rex";
  expect([asks(["Short", "Wire"]), asks(["Short", "Wire"], "Silky"), asks(["Short", "Wire"], "Wire")]).toEqual([open, open, undefined]);
  expect([asks([]), asks([], " "), asks([], "Silky")]).toEqual([open, open, undefined]);
});

test("whoever came from their own place is asked what is for clients, anybody else what is for new ones; only what is asked is sent", () => {
  const { DISABLED, VIEW_AND_EDIT } = QuestionMode;
  const questions = [
    create(BookingQuestionSchema, { ...vet, newAccessMode: VIEW_AND_EDIT, existingAccessMode: DISABLED }),
    create(BookingQuestionSchema, {
      ...{ ...vet, key: "custom_2", question: "What has changed?" },
      ...{ newAccessMode: DISABLED, existingAccessMode: VIEW_AND_EDIT },
    }),
  ];
  const answers = { custom_1: ["Dr. Oak"], custom_2: ["We moved"] };
  const sent = () => answersFor(questions, QuestionSubject.OWNER, answers, useDraft.getState()).map(({ key }) => key);
  const open = () => openQuestion(questions, { ...useDraft.getState(), step: "you" });
  openDraft("other");
  expect([open(), sent()]).toEqual(["Who is your vet?", ["custom_1"]]);
  startOver();
  expect(open(), "booking once more makes nobody a client").toBe("Who is your vet?");
  beginFor("other", { firstName: "Jo", lastName: "Park", phoneNumber: "+12065557777", email: "" }, []);
  expect([open(), sent()]).toEqual(["What has changed?", ["custom_2"]]);
  const rex = { petName: "Rex", petType: "Dog", breed: "Pug", weight: "18" };
  beginAgain("third", useDraft.getState().person, { staffId: "0", pets: [{ ...rex, serviceIds: ["1"] }] }, { step: "you" });
  expect([open(), sent()], "the same as last time").toEqual(["What has changed?", ["custom_2"]]);
});
