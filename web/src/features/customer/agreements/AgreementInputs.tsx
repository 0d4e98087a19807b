import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import type { Values } from "./agreement-values.ts";

const MOST = 10;

/** What a client fills in beside the signature. */
export const AgreementInputs = ({ form, disabled }: { form: UseFormReturn<Values>; disabled: boolean }) => {
  const { control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "inputs" });
  const fault = formState.errors.inputs?.message ?? formState.errors.inputs?.root?.message;
  return (
    <Box role="group" aria-label="What the client fills in">
      <Typography variant="body2" color="textSecondary">
        What the client fills in beside the signature
      </Typography>
      {fields.map((field, at) => (
        <Box key={field.id} sx={{ display: "flex", alignItems: "center", gap: 1, mt: 1 }}>
          <FormText
            control={control}
            name={`inputs.${at}.label`}
            label="Label"
            disabled={disabled}
            size="small"
            check={required("A label")}
          />
          <FormSwitch control={control} name={`inputs.${at}.required`} label="Required" disabled={disabled} />
          <IconButton aria-label="Remove this field" disabled={disabled} onClick={() => remove(at)}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {fault && (
        <Typography role="alert" variant="body2" color="error">
          {fault}
        </Typography>
      )}
      {fields.length < MOST && !disabled && (
        <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => append({ label: "", required: true })}>
          Add a field
        </Button>
      )}
    </Box>
  );
};
