import { type Control, useWatch } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { CARE_TYPES } from "../shared/care-types.ts";
import type { Values } from "./charge-values.ts";

// A class has a bill of its own, which is paid at the shop.
const VISITS = CARE_TYPES.filter(({ id }) => id !== "GROUP_CLASS").map(({ id, label }) => ({ value: id, label }));

/** Whether a charge puts itself onto bills, and for which visits; what falls due by a time or by what pets are given is always for some. */
export const AutoFields = ({ control, always }: { control: Control<Values>; always: boolean }) => {
  const chosen = useWatch({ control, name: "autoApply" });
  const on = always || chosen;
  const locations = useLocations();
  return (
    <>
      {!always && (
        <FormSwitch
          control={control}
          name="autoApply"
          label="Add automatically to visits booked from now on; you can remove it at checkout"
        />
      )}
      {on && <FormChips control={control} name="careTypes" label="Visits for" every="Everything" options={VISITS} />}
      {on && locations.length > 1 && (
        <FormChips
          control={control}
          name="businessIds"
          label="At"
          every="Every location"
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </>
  );
};
