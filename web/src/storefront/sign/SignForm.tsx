import { type FormEvent, type ReactNode, useState } from "react";
import { safeText } from "../../ui/format/safe-text.ts";
import { signatureOfName } from "../../ui/inputs/typed-signature.ts";
import { Pad } from "./Pad.tsx";
import { type Linked, Refused, type Signing } from "./sign-api.ts";
import "./sign-form.css";
import { type Keeping, keptByPage, type Typed } from "./typed.ts";

type Text = Pick<Linked, "agreementHeader" | "agreementContent" | "inputs" | "versionNumber" | "contentHash">;
type Props = {
  agreement: Text;
  onSign: (signing: Signing) => Promise<void>;
  /** Where what is typed stays; left out: with the page. */
  keeping?: Keeping;
  /** Of the title, within the page that it stands on. */
  Heading?: "h1" | "h3";
  /** What signing does. */
  action?: string;
  /** Why it stands here again. */
  note?: ReactNode;
  back?: ReactNode;
};
type Wrong = Record<string, string>;

const NAME = "signerName";
const PAD = "signature";

type FieldProps = { id: string; label: string; value: string; error: string; autoComplete?: string; onChange: (value: string) => void };

const Field = ({ id, label, value, error, autoComplete = "off", onChange }: FieldProps) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    <input
      id={id}
      value={value}
      maxLength={id === NAME ? 200 : 500}
      autoComplete={autoComplete}
      aria-invalid={error !== ""}
      {...(error && { "aria-describedby": `${id}-error` })}
      onChange={({ target }) => onChange(target.value)}
    />
    {error && (
      <p className="error" id={`${id}-error`} role="alert">
        {error}
      </p>
    )}
  </div>
);

/** An agreement as its client reads it, and where it is signed. */
export const SignForm = ({ agreement, onSign, keeping, Heading = "h1", action = "Sign", note, back }: Props) => {
  const { agreementHeader = "", agreementContent = "", inputs = [], versionNumber = 0, contentHash = "" } = agreement;
  const kept = keeping ?? keptByPage(contentHash);
  const [typed, setTyped] = useState(kept.read);
  const { answers, signerName, signature } = typed;
  // The name as a signature follows what is typed.
  const isTyped = signature !== "" && signature === signatureOfName(signerName);
  const [wrong, setWrong] = useState<Wrong>({});
  /** Nothing is wrong with a field that is being filled in. */
  const change = (field: string, changed: Partial<Typed>) => {
    const next = { ...typed, ...changed };
    setWrong({ ...wrong, [field]: "" });
    setTyped(next);
    kept.keep(next);
  };
  const [sending, setSending] = useState(false);
  const answerTo = (label: string) => answers[label] ?? "";
  const missing = (): Wrong => ({
    ...Object.fromEntries(
      inputs.filter(({ label, required }) => required && !answerTo(label).trim()).map(({ label }) => [label, `${label} is needed`]),
    ),
    ...(!signerName.trim() && { [NAME]: "Your name is needed" }),
    ...(!signature && { [PAD]: "Please sign" }),
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = missing();
    setWrong(found);
    if (Object.keys(found).length > 0 || sending) return;
    setSending(true);
    const signing = {
      signature,
      signerName,
      versionNumber,
      contentHash,
      inputs: inputs.map(({ label }) => ({ label, value: answerTo(label) })),
    };
    await onSign(signing).catch((error: unknown) => {
      const { message, field } = error instanceof Refused ? error : new Refused("Something went wrong. Please try again.");
      setWrong(field === PAD || field === NAME ? { [field]: message } : { all: message });
    });
    setSending(false);
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      {note}
      <Heading>{agreementHeader}</Heading>
      <div className="text">{safeText(agreementContent)}</div>
      {inputs.map(({ label, required }, at) => (
        <Field
          key={label}
          id={`input-${at}`}
          label={required ? `${label} *` : label}
          value={answerTo(label)}
          error={wrong[label] ?? ""}
          onChange={(value) => change(label, { answers: { ...answers, [label]: value } })}
        />
      ))}
      <Field
        id={NAME}
        label="Your full name *"
        value={signerName}
        error={wrong[NAME] ?? ""}
        autoComplete="name"
        onChange={(name) => change(NAME, { signerName: name, ...(isTyped && { signature: signatureOfName(name) }) })}
      />
      <Pad value={signature} name={signerName} error={wrong[PAD] ?? ""} onChange={(path) => change(PAD, { signature: path })} />
      {wrong.all && (
        <p className="error box" role="alert">
          {wrong.all}
        </p>
      )}
      <p className="soft">
        By signing you agree to the text above. It is kept as you read it, with your name, your signature and the time.
      </p>
      <div className="acts">
        {back}
        <button type="submit" className="main" disabled={sending}>
          {sending ? "Sending…" : action}
        </button>
      </div>
    </form>
  );
};
