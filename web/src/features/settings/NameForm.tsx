import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import OutlinedInput from "@mui/material/OutlinedInput";
import type { FormEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useFormPage } from "../../ui/form/useFormPage.ts";

type FormProps = {
  start: string;
  button: string;
  label: string;
  maxLength: number;
  onSave: (name: string) => Promise<unknown>;
  onCancel?: () => void;
};

export const NameForm = ({ start, button, label, maxLength, onSave, onCancel }: FormProps) => {
  const form = useForm({ defaultValues: { name: start } });
  const { ref, ...field } = form.register("name");
  const isEmpty = !useWatch({ control: form.control, name: "name" }).trim();
  const { save, busy } = useFormPage(form, ({ name }) => onSave(name.trim()));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && (await save()) && start === "") form.reset({ name: "" });
  };
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} sx={{ display: "flex", gap: 1, flex: 1 }}>
      <OutlinedInput
        {...field}
        inputRef={ref}
        size="small"
        fullWidth
        autoFocus={start !== ""}
        placeholder={label}
        inputProps={{ "aria-label": label, maxLength }}
        onKeyDown={(event) => event.key === "Escape" && onCancel?.()}
      />
      <Button type="submit" disabled={isEmpty} loading={busy}>
        {button}
      </Button>
    </Box>
  );
};
