import { QuestionType } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { Values } from "./BookingQuestions.tsx";
import { isAlways, isOwn, modesOf, TYPES } from "./question-rows.ts";

type Props = {
  form: UseFormReturn<Values>;
  /** Among all questions, and among those about the same. */
  at: number;
  place: number;
  count: number;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

/** One question: its words, whether it must be answered, and what new and known clients can do with it. */
export const QuestionCard = ({ form: { control }, at, place, count, onMove, onRemove }: Props) => {
  const row = useWatch({ control, name: `rows.${at}` });
  if (!row) return null;
  const name = row.question || "New question";
  const modes = modesOf(row.key);
  return (
    <Section title={name} action={<MoveButtons name={name} at={place} count={count} onMove={onMove} />}>
      <Box sx={{ display: "grid", gap: 1.75 }}>
        {isOwn(row.key) && <OwnFields control={control} at={at} choices={Number(row.questionType) >= QuestionType.DROPDOWN} />}
        {row.key === "referral_source" && <FromSources />}
        {row.key === "coat_type" && <FromCoats />}
        <FormSwitch control={control} name={`rows.${at}.required`} label="Must be answered" disabled={isAlways(row.key)} />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <FormSelect
            control={control}
            name={`rows.${at}.newAccessMode`}
            label="New clients"
            options={modes}
            disabled={modes.length === 1}
          />
          <FormSelect
            control={control}
            name={`rows.${at}.existingAccessMode`}
            label="Existing clients"
            options={modes}
            disabled={modes.length === 1}
          />
        </Box>
        {row.key === "weight" && (
          <>
            <FormSwitch control={control} name={`rows.${at}.notify`} label="Show a notice for heavy pets" />
            {row.notify && (
              <>
                <FormText
                  control={control}
                  name={`rows.${at}.limit`}
                  label="Heavier than"
                  slotProps={{ htmlInput: { inputMode: "decimal" } }}
                />
                <FormText
                  control={control}
                  name={`rows.${at}.tips`}
                  label="What they read then"
                  slotProps={{ htmlInput: { maxLength: 500 } }}
                />
              </>
            )}
          </>
        )}
        {!isAlways(row.key) && (
          <Button variant="text" onClick={onRemove} sx={{ justifySelf: "start" }}>
            Remove this question
          </Button>
        )}
      </Box>
    </Section>
  );
};

const FromSources = () => (
  <Typography color="textSecondary">
    New clients choose one of your <TextLink to="/setting/general/referralSource">referral sources</TextLink>, and it is saved with them. If
    you have none, or more than 39, they type an answer.
  </Typography>
);

const FromCoats = () => (
  <Typography color="textSecondary">
    They choose one of your <TextLink to="/setting/clientsAndPets">coat types</TextLink>. If you have none, or more than 40, they type an
    answer.
  </Typography>
);

const OwnFields = ({ control, at, choices }: { control: UseFormReturn<Values>["control"]; at: number; choices: boolean }) => (
  <>
    <FormText
      control={control}
      name={`rows.${at}.question`}
      label="Question"
      check={required("Question")}
      slotProps={{ htmlInput: { maxLength: 300 } }}
    />
    <FormSelect control={control} name={`rows.${at}.questionType`} label="Kind of answer" options={TYPES} />
    {choices ? (
      <FormText
        control={control}
        name={`rows.${at}.options`}
        label="Choices, one to a line"
        check={required("A choice")}
        multiline
        minRows={2}
      />
    ) : (
      <FormText control={control} name={`rows.${at}.placeholder`} label="Example" slotProps={{ htmlInput: { maxLength: 200 } }} />
    )}
  </>
);
