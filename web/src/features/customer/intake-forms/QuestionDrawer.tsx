import { choices, type FormContent, type Question, type Section } from "@leashline/proto/rules/intake-form.ts";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useForm, useWatch } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { ConditionFields } from "./ConditionFields.tsx";
import { faultsWith } from "./form-values.ts";
import { TYPES } from "./form-words.ts";
import { TargetField } from "./TargetField.tsx";

type Props = {
  draft: FormContent;
  section: Section;
  question: Question;
  isNew: boolean;
  disabled: boolean;
  onClose: () => void;
  /** Null takes the question out. */
  onDone: (question: Question | null) => void;
};

/** A question while it is written: its options as one text, a line each. */
type Values = Omit<Question, "options"> & { options: string };

const short = { htmlInput: { maxLength: 500 } };

const questionOf = ({ options, ...rest }: Values): Question => ({
  ...rest,
  label: rest.label.trim(),
  options: choices.includes(rest.type)
    ? options
        .split("\n")
        .map((one) => one.trim())
        .filter(Boolean)
    : [],
});

/** One question: what is asked, how it is answered, when, and what the answer fills. */
export const QuestionDrawer = ({ draft, section, question, isNew, disabled, onClose, onDone }: Props) => {
  const form = useForm<Values>({
    defaultValues: { ...question, options: question.options.join("\n") },
    resolver: (values) => {
      const faults = Object.entries(faultsWith(draft, section, question, questionOf(values), isNew));
      if (faults.length === 0) return { values, errors: {} };
      return { values: {}, errors: Object.fromEntries(faults.map(([name, message]) => [name, { type: "form", message }])) };
    },
  });
  const { control, setValue } = form;
  const { errors } = form.formState;
  const { options, ...written } = useWatch({ control }) as Values;
  const values: Question = { ...written, options: question.options };
  const change = { shouldDirty: true };
  return (
    <DrawerForm
      open
      title={isNew ? "New question" : "Question"}
      form={form}
      saveLabel={isNew ? "Add question" : "Done"}
      disabled={disabled}
      onClose={onClose}
      onSave={async (typed) => onDone(questionOf(typed))}
      aside={
        !isNew &&
        !disabled && (
          <Button color="error" variant="text" onClick={() => onDone(null)}>
            Remove
          </Button>
        )
      }
    >
      <FormText control={control} name="label" label="Question" multiline autoFocus={isNew} disabled={disabled} slotProps={short} />
      <TextField
        select
        label="Answer"
        value={written.type}
        disabled={disabled}
        onChange={(event) => {
          setValue("type", Number(event.target.value), change);
          setValue("target", "", change);
        }}
      >
        {TYPES.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      {choices.includes(written.type) && (
        <FormText control={control} name="options" label="Options, one in each line" multiline minRows={3} disabled={disabled} />
      )}
      <FormText control={control} name="help" label="Help" disabled={disabled} help="Smaller, under the question." slotProps={short} />
      <FormSwitch control={control} name="required" label="Must be answered" disabled={disabled} />
      <TargetField
        {...{ section, values, disabled }}
        error={errors.target?.message}
        onChange={({ target }) => setValue("target", target, change)}
      />
      <ConditionFields
        {...{ draft, section, question, values, disabled }}
        error={errors.condition?.message}
        onChange={({ condition }) => setValue("condition", condition, { ...change, shouldValidate: form.formState.isSubmitted })}
      />
    </DrawerForm>
  );
};
