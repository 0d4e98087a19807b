import { useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { FormChoice } from "../../../ui/form/FormChoice.tsx";

/** The company's coat types are proposed, so that clients are found and services chosen by them. */
export const CoatField = <T extends FieldValues & { coatType: string }>({ control }: { control: Control<T> }) => {
  const settings = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE });
  const names = settings.data?.coatTypes.map(({ name }) => name) ?? [];
  return <FormChoice control={control} name={"coatType" as FieldPath<T>} label="Coat type" options={names} />;
};
