type Props<T extends string> = {
  label: string;
  value: T;
  options: readonly (readonly [value: T, text: string])[];
  wide?: boolean;
  onChange: (value: T) => void;
};

/** One of a few, all in sight. */
export const Choice = <T extends string>({ label, value, options, wide = false, onChange }: Props<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own
  <div role="group" aria-label={label} className={wide ? "ll-choice ll-wide" : "ll-choice"}>
    {options.map(([one, text]) => (
      <button key={one} type="button" aria-pressed={one === value} onClick={() => one !== value && onChange(one)}>
        {text}
      </button>
    ))}
  </div>
);
