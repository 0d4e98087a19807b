import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { Glyph } from "./Glyph.tsx";
import "./field.css";

type Own = { label: string; value: string; hint?: string | undefined; onChange: (value: string) => void };
type FrameProps = Pick<Own, "label" | "value" | "hint"> & { id: string; children: ReactNode };

const Frame = ({ id, label, value, hint, children }: FrameProps) => (
  <div className={value === "" ? "ll-field" : "ll-field ll-filled"}>
    <label htmlFor={id}>{label}</label>
    <div className="ll-box">
      {children}
      <fieldset aria-hidden="true">
        <legend>
          <span>{label}</span>
        </legend>
      </fieldset>
    </div>
    {hint && (
      <p className="ll-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

const useFrame = ({ label, value, hint }: Own) => {
  const id = useId();
  return { frame: { id, label, value, hint }, input: { id, value, ...(hint && { "aria-describedby": `${id}-hint` }) } };
};

type LineProps = Own & Pick<InputHTMLAttributes<HTMLInputElement>, "maxLength" | "inputMode" | "autoComplete" | "placeholder">;

/** One line of text. */
export const Field = ({ label, value, hint, onChange, ...more }: LineProps) => {
  const { frame, input } = useFrame({ label, value, hint, onChange });
  return (
    <Frame {...frame}>
      <input type="text" {...input} {...more} onChange={({ target }) => onChange(target.value)} />
    </Frame>
  );
};

/** Text that may grow. */
export const LongField = ({ label, value, hint, onChange, ...more }: Own & Pick<LineProps, "maxLength" | "placeholder">) => {
  const { frame, input } = useFrame({ label, value, hint, onChange });
  return (
    <Frame {...frame}>
      <textarea rows={1} {...input} {...more} onChange={({ target }) => onChange(target.value)} />
    </Frame>
  );
};

/** One of a list, by the device's own means. */
export const PickField = ({ options, ...own }: Own & { options: readonly string[] }) => {
  const { frame, input } = useFrame(own);
  return (
    <Frame {...frame}>
      <select {...input} onChange={({ target }) => own.onChange(target.value)}>
        <option value="" hidden />
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Glyph name="down" />
    </Frame>
  );
};
