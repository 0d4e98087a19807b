import Alert from "@mui/material/Alert";
import { useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { overtaken, same, spoken } from "./overtaken.ts";

/**
 * A form over something that others change too: what nobody writes in here follows them, so that saving never puts an old value back; what is being
 * written stays. Answers the form, and the fields that somebody else has changed while they were written here. Where the values only make sense
 * together, `whole` says what they are called: then they all stay while one of them is being written.
 */
export const useLiveForm = <T extends FieldValues>(values: T, whole?: string): [UseFormReturn<T>, readonly string[]] => {
  const form = useForm<T>({ defaultValues: values as DefaultValues<T> });
  const { isDirty, isSubmitting } = form.formState;
  const seen = useRef(values);
  const [fields, setFields] = useState<string[]>([]);
  useEffect(() => {
    // What is being saved decides first.
    if (isSubmitting || same(seen.current, values)) return;
    if (whole && isDirty) return setFields((known) => (known.length > 0 ? known : [whole]));
    const found = isDirty ? overtaken(seen.current, values, form.getValues()) : [];
    seen.current = values;
    form.reset(values, { keepDirtyValues: true, keepDirty: true });
    if (found.length > 0) setFields((known) => [...new Set([...known, ...found])]);
  }, [values, whole, isDirty, isSubmitting, form]);
  useEffect(() => {
    if (!isDirty) setFields([]);
  }, [isDirty]);
  return [form, fields];
};

/** Says that somebody else has changed the very thing that is being written. */
export const Overtaken = ({ fields }: { fields: readonly string[] }) =>
  fields.length > 0 && (
    <Alert severity="warning">
      Somebody else has just changed this too: {fields.map(spoken).join(", ")}. What you wrote is still here; saving replaces theirs.
    </Alert>
  );
