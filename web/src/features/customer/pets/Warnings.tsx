import { useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { FormChips } from "../../../ui/form/FormChips.tsx";

/** Which of the company's warnings a pet carries: they stand wherever it is booked. */
export const Warnings = <T extends FieldValues & { petCodeIds: string[] }>({
  control,
  canEdit,
}: {
  control: Control<T>;
  canEdit: boolean;
}) => {
  const settings = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE });
  const options = (settings.data?.petCodes ?? []).map((code) => ({ value: code.id, label: code.description || code.abbreviation }));
  if (options.length === 0) return null;
  return <FormChips control={control} name={"petCodeIds" as FieldPath<T>} label="Warnings" disabled={!canEdit} options={options} />;
};
