import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { FormEvent, ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { showFieldErrors } from "../../../ui/form/DrawerForm.tsx";

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>;
  /** Throws when it was refused; the form then stays with everything in it. */
  onSave: (values: T) => Promise<unknown>;
  action: string;
  onBack: () => void;
  ready: boolean;
  children: ReactNode;
};

/** A small form within the bill: Enter saves, Cancel goes back. */
export const Frame = <T extends FieldValues>({ form, onSave, action, onBack, ready, children }: Props<T>) => {
  const save = form.handleSubmit((values) => onSave(values).catch((error) => showFieldErrors(form, error)));
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event: FormEvent) => (ready ? void save(event) : event.preventDefault())}
      sx={{ display: "grid", gap: 1.25, mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "lineSoft" }}
    >
      {children}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button onClick={onBack}>Cancel</Button>
        <Button type="submit" variant="outlined" disabled={!ready} loading={form.formState.isSubmitting}>
          {action}
        </Button>
      </Box>
    </Box>
  );
};
