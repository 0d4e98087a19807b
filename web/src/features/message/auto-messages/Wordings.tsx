import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type FocusEvent, useState } from "react";
import { type Control, type FieldPath, type UseFormReturn, useFieldArray, useWatch } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import type { Values } from "./AutoMessageDrawer.tsx";
import { Placeholders } from "./Placeholders.tsx";
import { MOST_WORDINGS, noWords, type Wording, wordingProblem } from "./templates.ts";
import { Preview } from "./WordingPreview.tsx";

const careTypes = CARE_TYPES.map(({ id, label }) => ({ value: id, label }));
const TEXT = /^templates\.(\d+)\.(smsBody|emailSubject|emailBody)$/;

/** What a message says to everybody, and what it says instead to clients of single care types. */
export const Wordings = ({ form }: { form: UseFormReturn<Values> }) => {
  const { control } = form;
  const { fields, append, remove } = useFieldArray({
    control,
    name: "templates",
    rules: {
      validate: (all) =>
        (all as Wording[]).every((_, at) => at === 0 || !wordingProblem(all as Wording[], at)) || "Not every text can go out",
    },
  });
  const [templates, sms, email] = useWatch({ control, name: ["templates", "sms", "email"] });
  // Where a placeholder goes: the text that was last written in.
  const [last, setLast] = useState<FieldPath<Values>>("templates.0.smsBody");
  const notice = ({ target }: FocusEvent<HTMLElement>) => {
    const { name = "" } = target as HTMLInputElement;
    if (TEXT.test(name)) setLast(name as FieldPath<Values>);
  };
  const at = Number(TEXT.exec(last)?.[1] ?? 0);
  const insert = (name: string) => form.setValue(last, `${form.getValues(last) ?? ""}${name}` as never, { shouldDirty: true });
  return (
    <Box onFocus={notice} sx={{ display: "grid", gap: 2 }}>
      <Words control={control} at={0} />
      {fields.slice(1).map((field, index) => (
        <Box
          key={field.id}
          role="group"
          aria-label={`Other wording ${index + 1}`}
          sx={{ display: "grid", gap: 1.5, p: 1.5, border: 1, borderColor: "line", borderRadius: 1.5 }}
        >
          <FormChips control={control} name={`templates.${index + 1}.careTypes`} label="For appointments of" options={careTypes} />
          {wordingProblem(templates, index + 1) && (
            <Typography role="alert" variant="body2" color="error">
              {wordingProblem(templates, index + 1)}
            </Typography>
          )}
          <Words control={control} at={index + 1} />
          <Button
            variant="text"
            startIcon={<Icon name="trash" />}
            sx={{ justifySelf: "start" }}
            onClick={() => {
              setLast("templates.0.smsBody");
              remove(index + 1);
            }}
          >
            Remove this wording
          </Button>
        </Box>
      ))}
      <Button
        variant="text"
        startIcon={<Icon name="plus" />}
        disabled={fields.length >= MOST_WORDINGS}
        onClick={() => append({ ...(templates[0] ?? noWords()), careTypes: [], appBody: "" })}
        sx={{ justifySelf: "start" }}
      >
        Different wording for a care type
      </Button>
      <Placeholders onInsert={insert} />
      <Preview words={templates[at] ?? noWords()} sms={sms} email={email} />
    </Box>
  );
};

const Words = ({ control, at }: { control: Control<Values>; at: number }) => {
  const [sms, email] = useWatch({ control, name: ["sms", "email"] });
  return (
    <>
      {sms && (
        <FormText
          control={control}
          name={`templates.${at}.smsBody`}
          label="Text"
          multiline
          minRows={3}
          help="Clear it to go back to our standard text."
        />
      )}
      {email && (
        <>
          <FormText
            control={control}
            name={`templates.${at}.emailSubject`}
            label="Subject"
            help="Clear it to go back to our standard subject."
          />
          <FormText
            control={control}
            name={`templates.${at}.emailBody`}
            label="Email"
            multiline
            minRows={5}
            help="Clear it to go back to our standard email."
          />
        </>
      )}
    </>
  );
};
