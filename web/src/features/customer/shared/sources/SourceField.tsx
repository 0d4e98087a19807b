import type { Control, FieldValues, Path } from "react-hook-form";
import { FormSelect } from "../../../../ui/form/fields.tsx";
import { useReferralSources } from "./useReferralSources.ts";

/** How somebody heard of the business; not asked where it keeps no list of that. */
export const SourceField = <T extends FieldValues & { referralSourceId: string }>({
  control,
  disabled = false,
}: {
  control: Control<T>;
  disabled?: boolean;
}) => {
  const sources = useReferralSources();
  if (sources.length === 0) return null;
  const options = [{ value: "0", label: "Not known" }, ...sources.map(({ id, sourceName }) => ({ value: id, label: sourceName }))];
  return (
    <FormSelect control={control} name={"referralSourceId" as Path<T>} label="How they heard of us" options={options} disabled={disabled} />
  );
};
