import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Controller, type UseFormReturn, useFieldArray } from "react-hook-form";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import type { Values } from "./landing-values.ts";

const MOST = 30;

/** Who works here, as clients read of them. */
export const TeamPanel = ({ form }: { form: UseFormReturn<Values> }) => {
  const { control } = form;
  const { fields, append, remove, move } = useFieldArray({ control, name: "teams" });
  return (
    <>
      {fields.map((field, at) => {
        const name = form.watch(`teams.${at}.name`) || `team member ${at + 1}`;
        return (
          <Section
            key={field.id}
            title={form.watch(`teams.${at}.name`) || "New team member"}
            action={<MoveButtons name={name} at={at} count={fields.length} onMove={move} />}
          >
            <Box sx={{ display: "grid", gap: 1.75 }}>
              <Controller
                control={control}
                name={`teams.${at}.picture`}
                render={({ field: picture }) => <PictureField name={name} value={picture.value} onChange={picture.onChange} />}
              />
              <FormText
                control={control}
                name={`teams.${at}.name`}
                label="Name"
                check={required("Name")}
                slotProps={{ htmlInput: { maxLength: 100 } }}
              />
              <FormText control={control} name={`teams.${at}.title`} label="What they do" slotProps={{ htmlInput: { maxLength: 100 } }} />
              <FormText
                control={control}
                name={`teams.${at}.introduction`}
                label="Introduction"
                multiline
                minRows={2}
                slotProps={{ htmlInput: { maxLength: 1000 } }}
              />
              <Button variant="text" onClick={() => remove(at)} sx={{ justifySelf: "start" }}>
                Remove {name}
              </Button>
            </Box>
          </Section>
        );
      })}
      {fields.length === 0 && <Typography color="textSecondary">Clients like to know who takes care of their pets.</Typography>}
      {fields.length < MOST && (
        <Button
          startIcon={<Icon name="plus" />}
          onClick={() => append({ name: "", title: "", introduction: "", picture: "" })}
          sx={{ justifySelf: "start" }}
        >
          Add a team member
        </Button>
      )}
    </>
  );
};
