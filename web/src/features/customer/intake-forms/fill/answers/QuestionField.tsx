import { addressParts } from "@leashline/proto/rules/intake-answers.ts";
import { labelIn, type Question, Type } from "@leashline/proto/rules/intake-form.ts";
import Box from "@mui/material/Box";
import FormHelperText from "@mui/material/FormHelperText";
import Typography from "@mui/material/Typography";
import { SignaturePad } from "../../../shared/SignaturePad.tsx";
import type { Change } from "./answer-change.ts";
import { ChoiceAnswer } from "./ChoiceAnswer.tsx";
import { countriesFor } from "./countries.ts";
import { FileAnswer } from "./FileAnswer.tsx";
import { TextAnswer } from "./TextAnswer.tsx";

type Props = {
  question: Question;
  /** What the business weighs in. */
  weightUnit: string;
  /** Where the business is, alpha-2. */
  country: string;
  values: readonly string[];
  error?: string | undefined;
  onChange: (change: Change) => void;
};

/** How a browser fills in by itself what it knows of its owner. */
const known: Readonly<Record<string, string>> = {
  "client.firstName": "given-name",
  "client.lastName": "family-name",
  "client.email": "email",
  "client.phoneNumber": "tel",
};
const addressFields = [
  ["Street address", "address-line1"],
  ["Apartment, unit", "address-line2"],
  ["City", "address-level2"],
  ["State", "address-level1"],
  ["ZIP code", "postal-code"],
] as const;
/** After those lines. */
const COUNTRY = addressParts.indexOf("country");

/** One question with the box for its answer. */
export const QuestionField = ({ question, weightUnit, country, values, error, onChange: change }: Props) => {
  const { type, target, options, required } = question;
  const name = labelIn(question, weightUnit);
  const label = required ? `${name} *` : name;
  const help = question.help || undefined;
  const onChange = (next: string[]) => change(() => next);
  if (type === Type.DROPDOWN || type === Type.RADIO || type === Type.CHECKBOX)
    return (
      <ChoiceAnswer
        {...{ label, options, values, error, help, onChange }}
        several={type === Type.CHECKBOX}
        folded={type === Type.DROPDOWN}
      />
    );
  if (type === Type.ADDRESS) return <AddressAnswer {...{ label, country, values, error, help, onChange }} />;
  if (type === Type.SIGNATURE) return <SignatureAnswer {...{ label, values, error, help, onChange }} />;
  if (type === Type.FILE) return <FileAnswer {...{ label, values, error, help }} onChange={change} />;
  const kinds: Record<number, "date" | "tel"> = { [Type.DATE]: "date", [Type.PHONE]: "tel" };
  return (
    <TextAnswer
      {...{ label, error, help }}
      value={values[0] ?? ""}
      type={target === "client.email" ? "email" : (kinds[type] ?? "text")}
      autoComplete={known[target]}
      {...(type === Type.NUMBER && { inputMode: "decimal" as const })}
      {...(type === Type.LONG_TEXT && { lines: 3 })}
      onChange={(value) => onChange([value])}
    />
  );
};

type PartProps = {
  label: string;
  values: readonly string[];
  error: string | undefined;
  help: string | undefined;
  onChange: (values: string[]) => void;
};

const AddressAnswer = ({ label, country, values, error, help, onChange }: PartProps & { country: string }) => {
  const set = (at: number) => (value: string) => onChange(addressParts.map((_, part) => (part === at ? value : (values[part] ?? ""))));
  const written = values[COUNTRY] ?? "";
  return (
    <Box role="group" aria-label={label} sx={{ display: "grid", gap: 1 }}>
      <Typography>{label}</Typography>
      {addressFields.map(([name, complete], at) => (
        <TextAnswer key={name} label={name} autoComplete={complete} value={values[at] ?? ""} onChange={set(at)} />
      ))}
      <ChoiceAnswer
        label="Country"
        autoComplete="country-name"
        options={countriesFor(country, written)}
        values={[written]}
        several={false}
        folded
        onChange={([value = ""]) => set(COUNTRY)(value)}
      />
      <Note {...{ error, help }} />
    </Box>
  );
};

const SignatureAnswer = ({ label, values: [path = "", name = ""], error, help, onChange }: PartProps) => (
  <Box role="group" aria-label={label} sx={{ display: "grid", gap: 1 }}>
    <Typography>{label}</Typography>
    <SignaturePad value={path} onChange={(next) => onChange([next, name])} />
    <TextAnswer label="Your name" value={name} autoComplete="name" onChange={(next) => onChange([path, next])} />
    <Note {...{ error, help }} />
  </Box>
);

const Note = ({ error, help }: Pick<PartProps, "error" | "help">) =>
  error || help ? (
    <FormHelperText error={Boolean(error)} sx={{ ml: 0 }}>
      {error || help}
    </FormHelperText>
  ) : null;
