import { signatureOfName } from "../../ui/inputs/typed-signature.ts";
import { STROKE, useDrawing, VIEW_BOX } from "../../ui/inputs/useDrawing.ts";

/** A signature that was drawn: nothing but its lines. */
export const Drawing = ({ path }: { path: string }) => (
  <svg role="img" aria-label="Signature" viewBox={VIEW_BOX} className="drawing">
    <path d={path} {...STROKE} />
  </svg>
);

/** `name`: as it was typed beside it, to sign with where nothing can be drawn. */
type Props = { value: string; name: string; onChange: (path: string) => void; error: string };

/** Where somebody signs with a finger, a pen or the mouse. */
export const Pad = ({ value, name, onChange, error }: Props) => {
  const drawing = useDrawing(value, onChange);
  return (
    <div>
      <div className="pad-head">
        <span>Sign here with your finger or the mouse</span>
        {value && (
          <button type="button" className="quiet" onClick={() => onChange("")}>
            Clear
          </button>
        )}
        {!value && name.trim() && (
          <button type="button" className="quiet" onClick={() => onChange(signatureOfName(name))}>
            Use my typed name
          </button>
        )}
      </div>
      <svg
        role="img"
        aria-label="Signature"
        viewBox={VIEW_BOX}
        preserveAspectRatio="none"
        className={error ? "pad wrong" : "pad"}
        {...drawing}
      >
        <line x1={40} x2={960} y1={310} y2={310} stroke="currentColor" strokeOpacity={0.25} strokeWidth={2} />
        <path d={value} {...STROKE} />
      </svg>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
