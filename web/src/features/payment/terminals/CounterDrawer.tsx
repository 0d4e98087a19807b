import { useMutation } from "@connectrpc/connect-query";
import { type TerminalLocation, TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { terminalCountries, terminalCountry } from "@leashline/proto/rules/terminal-country.ts";
import Box from "@mui/material/Box";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";

type Values = { displayName: string; line1: string; line2: string; city: string; state: string; postalCode: string; country: string };
type Props = { counter?: TerminalLocation; onClose: () => void; onSaved: () => void };

const options = terminalCountries.map(({ code, name }) => ({ value: code, label: name }));

/** A counter, new or changed. The country of one that is there stays. */
export const CounterDrawer = ({ counter, onClose, onSaved }: Props) => {
  const { country } = usePreferences();
  const create = useMutation(TerminalService.method.createTerminalLocation, { meta: { success: "Counter added" } });
  const update = useMutation(TerminalService.method.updateTerminalLocation, { meta: { success: "Counter saved" } });
  const { line1 = "", line2 = "", city = "", state = "", postalCode = "" } = counter?.address ?? {};
  const form = useForm<Values>({
    defaultValues: {
      displayName: counter?.displayName ?? "",
      line1,
      line2,
      city,
      state,
      postalCode,
      country: counter?.address?.country ?? terminalCountry(country) ?? "",
    },
  });
  const save = async ({ displayName, ...address }: Values) => {
    if (counter) await update.mutateAsync({ locationId: counter.id, displayName, address, version: counter.version });
    else await create.mutateAsync({ displayName, address });
    onSaved();
  };
  const { control } = form;
  return (
    <DrawerForm
      open
      title={counter ? counter.displayName : "New counter"}
      form={form}
      saveLabel={counter ? "Save counter" : "Add counter"}
      onSave={save}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="displayName"
        label="Name"
        placeholder="Front desk"
        autoFocus={!counter}
        check={required("A name")}
      />
      <FormText control={control} name="line1" label="Street" check={required("The street")} />
      <FormText control={control} name="line2" label="Suite, unit" />
      <Box sx={{ display: "grid", gridTemplateColumns: "2fr 1fr 1.3fr", gap: 1.5 }}>
        <FormText control={control} name="city" label="City" check={required("The city")} />
        <FormText control={control} name="state" label="State" />
        <FormText control={control} name="postalCode" label={country === "US" ? "ZIP code" : "Postcode"} />
      </Box>
      <FormSelect
        control={control}
        name="country"
        label="Country"
        options={options}
        disabled={counter !== undefined}
        check={required("A country")}
      />
    </DrawerForm>
  );
};
