import { choices, type FormContent, type Question, type Section } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
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

/** One question: what is asked, how it is answered, when, and what the answer fills. */
export const QuestionDrawer = ({ draft, section, question, isNew, disabled, onClose, onDone }: Props) => {
  const [values, setValues] = useState(question);
  const [options, setOptions] = useState(question.options.join("\n"));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const set = (change: Partial<Question>) => setValues((old) => ({ ...old, ...change }));
  const done = () => {
    const typed = options.split("\n").map((one) => one.trim());
    const { condition: when, ...rest } = values;
    const condition = when && when.anyOf.length > 0 ? when : undefined;
    const next: Question = {
      ...rest,
      ...(condition && { condition }),
      label: values.label.trim(),
      options: choices.includes(values.type) ? typed.filter(Boolean) : [],
    };
    const found = faultsWith(draft, section, question, next, isNew);
    setFaults(found);
    if (Object.keys(found).length === 0) onDone(next);
  };
  return (
    <SideDrawer
      open
      title={isNew ? "New question" : "Question"}
      onClose={onClose}
      footer={
        !disabled && (
          <>
            {!isNew && (
              <Button color="error" variant="text" onClick={() => onDone(null)}>
                Remove
              </Button>
            )}
            <Button variant="contained" color="primary" sx={{ ml: "auto" }} onClick={done}>
              {isNew ? "Add question" : "Done"}
            </Button>
          </>
        )
      }
    >
      <Box sx={{ display: "grid", gap: 2, p: 2.25, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <TextField
          label="Question"
          value={values.label}
          multiline
          autoFocus={isNew}
          disabled={disabled}
          error={Boolean(faults.label)}
          helperText={faults.label}
          slotProps={{ htmlInput: { maxLength: 500 } }}
          onChange={(event) => set({ label: event.target.value })}
        />
        <TextField
          select
          label="Answer"
          value={values.type}
          disabled={disabled}
          onChange={(event) => set({ type: Number(event.target.value), target: "" })}
        >
          {TYPES.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        {choices.includes(values.type) && (
          <TextField
            label="Options, one in each line"
            multiline
            minRows={3}
            value={options}
            disabled={disabled}
            error={Boolean(faults.options)}
            helperText={faults.options}
            onChange={(event) => setOptions(event.target.value)}
          />
        )}
        <TextField
          label="Help"
          value={values.help}
          disabled={disabled}
          helperText="Smaller, under the question."
          slotProps={{ htmlInput: { maxLength: 500 } }}
          onChange={(event) => set({ help: event.target.value })}
        />
        <FormControlLabel
          disabled={disabled}
          control={<Switch checked={values.required} onChange={(_, required) => set({ required })} />}
          label="Must be answered"
        />
        <TargetField {...{ section, values, disabled }} error={faults.target} onChange={set} />
        <ConditionFields draft={draft} section={section} question={question} values={values} disabled={disabled} onChange={set} />
        {faults.condition && (
          <Typography color="error" role="alert">
            {faults.condition}
          </Typography>
        )}
      </Box>
    </SideDrawer>
  );
};
