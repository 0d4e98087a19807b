import { QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import { Field, PickField } from "../../ui/plain/Field.tsx";
import { Notice } from "../../ui/plain/Notice.tsx";
import type { Pet } from "../draft.ts";
import type { Shop } from "../types.ts";
import { coatsOf, overLimit } from "./asked.ts";
import { Questions } from "./Questions.tsx";

type Props = { pet: Pet; shop: Shop; onChange: (change: Partial<Pet>) => void };

/** Coat and what else the shop asks of a pet. */
export const PetQuestions = ({ pet, shop, onChange }: Props) => {
  if (shop.questions.length === 0) return null;
  const coats = coatsOf(shop.questions);
  const coat = { label: "Coat type", value: pet.coatType ?? "", onChange: (coatType: string) => onChange({ coatType }) };
  const notice = overLimit(shop.questions, pet);
  return (
    <>
      {coats.length > 0 ? <PickField {...coat} options={coats} /> : <Field {...coat} maxLength={60} />}
      {notice && <Notice role="status">{notice}</Notice>}
      <Questions
        questions={shop.questions}
        subject={QuestionSubject.PET}
        answers={pet.answers ?? {}}
        onChange={(answers) => onChange({ answers })}
      />
    </>
  );
};
