import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import type { Control, FieldValues, Path } from "react-hook-form";
import { FormSelect } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";

type Props<T extends FieldValues> = { control: Control<T>; name: Path<T>; leaverId: string; nobody?: boolean };

/** Which colleague takes visits over; or nobody, where that is an answer. */
export const Assignee = <T extends FieldValues>({ control, name, leaverId, nobody = false }: Props<T>) => {
  const people = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 500 }).data?.staff ?? [];
  const colleagues = people
    .filter((one) => one.id !== leaverId && !one.inactive)
    .map((one) => ({ value: one.id, label: `${one.firstName} ${one.lastName}`.trim() }));
  return (
    <FormSelect
      control={control}
      name={name}
      label="Who takes over"
      check={required("A colleague")}
      options={nobody ? [...colleagues, { value: "0", label: "Nobody for now" }] : colleagues}
    />
  );
};
