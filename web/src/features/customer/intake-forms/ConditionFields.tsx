import { choices, type FormContent, isOfPet, type Question, type Section } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import FormHelperText from "@mui/material/FormHelperText";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";

type Props = {
  draft: FormContent;
  section: Section;
  /** As it stands in the form. */
  question: Question;
  values: Question;
  disabled: boolean;
  error: string | undefined;
  onChange: (change: Pick<Question, "condition">) => void;
};

/** Questions before this one whose answer may decide whether it is asked. */
const deciding = ({ sections }: FormContent, section: Section, question: Question): Question[] => {
  const until = sections.indexOf(section);
  const place = section.questions.indexOf(question);
  const before = sections.slice(0, until).filter((one) => isOfPet(section) || !isOfPet(one));
  const own = place < 0 ? section.questions : section.questions.slice(0, place);
  return [...before.flatMap(({ questions }) => questions), ...own].filter(({ type, key }) => choices.includes(type) && key !== "");
};

/** When a question is asked: always, or after certain answers to an earlier one. */
export const ConditionFields = ({ draft, section, question, values, disabled, error, onChange }: Props) => {
  const earlier = deciding(draft, section, question);
  const { condition } = values;
  const from = earlier.find(({ key }) => key === condition?.questionKey);
  if (earlier.length === 0 && !condition) return null;
  const toggle = (option: string) => {
    if (!condition) return;
    const { anyOf, questionKey } = condition;
    onChange({ condition: { questionKey, anyOf: anyOf.includes(option) ? anyOf.filter((one) => one !== option) : [...anyOf, option] } });
  };
  return (
    <>
      <TextField
        select
        label="Ask this"
        value={from?.key ?? ""}
        disabled={disabled}
        error={error !== undefined && !from}
        helperText={!from && error}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        onChange={({ target: { value } }) => onChange({ condition: value === "" ? undefined : { questionKey: value, anyOf: [] } })}
      >
        <MenuItem value="">Always</MenuItem>
        {earlier.map(({ key, label }) => (
          <MenuItem key={key} value={key}>
            After an answer to: {label}
          </MenuItem>
        ))}
      </TextField>
      {from && (
        <Box>
          <Box role="group" aria-label="When the answer is" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
            {from.options.map((option) => (
              <Chip
                key={option}
                label={option}
                disabled={disabled}
                color={condition?.anyOf.includes(option) ? "primary" : "default"}
                aria-pressed={condition?.anyOf.includes(option) ?? false}
                onClick={() => toggle(option)}
              />
            ))}
          </Box>
          {error && (
            <FormHelperText error role="alert">
              {error}
            </FormHelperText>
          )}
        </Box>
      )}
    </>
  );
};
