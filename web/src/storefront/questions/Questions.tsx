import {
  type BookingQuestion,
  type QuestionSubject,
  QuestionType,
} from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import Checkbox from "@mui/material/Checkbox";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import MenuItem from "@mui/material/MenuItem";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import type { Answers } from "../draft.ts";
import { ownQuestions } from "./asked.ts";

type Props = { questions: readonly BookingQuestion[]; subject: QuestionSubject; answers: Answers; onChange: (answers: Answers) => void };

/** What the shop asks beside name, kind and contact. */
export const Questions = ({ questions, subject, answers, onChange }: Props) =>
  ownQuestions(questions, subject).map((one) => (
    <Question key={one.key} one={one} values={answers[one.key] ?? []} onChange={(values) => onChange({ ...answers, [one.key]: values })} />
  ));

type OneProps = { one: BookingQuestion; values: readonly string[]; onChange: (values: string[]) => void };

const Question = ({ one, values, onChange }: OneProps) => {
  const label = one.required ? one.question : `${one.question} (optional)`;
  const [value = ""] = values;
  if (one.questionType === QuestionType.RADIO || one.questionType === QuestionType.CHECKBOX)
    return <Choices one={one} label={label} values={values} onChange={onChange} />;
  const select = one.questionType === QuestionType.DROPDOWN;
  return (
    <TextField
      label={label}
      placeholder={one.placeholder}
      select={select}
      multiline={one.questionType === QuestionType.LONG_TEXT}
      value={value}
      onChange={(event) => onChange(event.target.value === "" ? [] : [event.target.value])}
      fullWidth
      slotProps={{ htmlInput: { maxLength: 1000 } }}
    >
      {select &&
        one.options.map((option) => (
          <MenuItem key={option} value={option}>
            {option}
          </MenuItem>
        ))}
    </TextField>
  );
};

const Choices = ({ one, label, values, onChange }: OneProps & { label: string }) => (
  <FormControl component="fieldset">
    <FormLabel component="legend">{label}</FormLabel>
    {one.questionType === QuestionType.RADIO ? (
      <RadioGroup value={values[0] ?? ""} onChange={(_, value) => onChange([value])}>
        {one.options.map((option) => (
          <FormControlLabel key={option} value={option} control={<Radio />} label={option} sx={{ minHeight: 44 }} />
        ))}
      </RadioGroup>
    ) : (
      one.options.map((option) => (
        <FormControlLabel
          key={option}
          sx={{ minHeight: 44 }}
          control={
            <Checkbox
              checked={values.includes(option)}
              onChange={(_, on) => onChange(on ? [...values, option] : values.filter((value) => value !== option))}
            />
          }
          label={option}
        />
      ))
    )}
  </FormControl>
);
