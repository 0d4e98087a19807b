import { useMutation, useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { type Van, VanService } from "@leashline/proto/leashline/account/v1/van_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { required } from "../../../ui/format/validate.ts";
import { VanHistory } from "./VanHistory.tsx";
import { VanTransfer } from "./VanTransfer.tsx";

type Values = {
  nickName: string;
  licensePlate: string;
  make: string;
  model: string;
  since: string;
  note: string;
  staffIdList: string[];
};
type Props = { van?: Van; vans: Van[]; onClose: () => void; onSaved: () => void };

/** One van: what it is, who drives it, who drove it before. */
export const VanDrawer = ({ van, vans, onClose, onSaved }: Props) => {
  const staff = useQuery(StaffService.method.listStaffByLocation).data?.staff ?? [];
  const create = useMutation(VanService.method.createVan, { meta: { success: "Van added" } });
  const update = useMutation(VanService.method.updateVan, { meta: { success: "Van saved" } });
  const remove = useMutation(VanService.method.deleteVan, { meta: { success: "Van deleted" } });
  const form = useForm<Values>({
    defaultValues: {
      nickName: van?.nickName ?? "",
      licensePlate: van?.licensePlate ?? "",
      make: van?.make ?? "",
      model: van?.model ?? "",
      since: isDay(van?.dateInService) ? dayToIso(van.dateInService) : "",
      note: van?.note ?? "",
      staffIdList: van?.staffIdList ?? [],
    },
  });
  const { control } = form;
  const save = async ({ since, ...values }: Values) => {
    const body = { ...values, dateInService: isoToDay(since) };
    if (van) await update.mutateAsync({ ...body, vanId: van.vanId, version: van.version, clearStaff: values.staffIdList.length === 0 });
    else await create.mutateAsync(body);
    onSaved();
  };
  const drop = async () => {
    const sure =
      van &&
      (await confirm({ title: `Delete ${van.nickName}?`, body: "Its drivers will have no van.", action: "Delete van", danger: true }));
    if (!sure) return;
    remove.mutate(
      { vanId: van.vanId },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
      },
    );
  };
  const elsewhere = (staffId: string): string => {
    const other = vans.find((one) => one.vanId !== van?.vanId && one.staffIdList.includes(staffId));
    return other ? ` (${other.nickName})` : "";
  };
  return (
    <DrawerForm
      open
      addressed={van !== undefined}
      title={van ? van.nickName : "New van"}
      form={form}
      saveLabel={van ? "Save van" : "Add van"}
      onSave={save}
      onClose={onClose}
      width={520}
      aside={
        van && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={control} name="nickName" label="Name" autoFocus={!van} check={required("A name")} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name="make" label="Make" />
        <FormText control={control} name="model" label="Model" />
        <FormText control={control} name="licensePlate" label="Plate" />
        <FormDate control={control} name="since" label="In service since" />
      </Box>
      <FormChips
        control={control}
        name="staffIdList"
        label="Driven by"
        every="Nobody"
        options={staff.map((one) => ({ value: one.id, label: `${`${one.firstName} ${one.lastName}`.trim()}${elsewhere(one.id)}` }))}
      />
      <Typography variant="body2" color="textSecondary">
        Each driver has one van. Choosing someone here takes them off the van shown next to their name.
      </Typography>
      <FormText control={control} name="note" label="Note" multiline minRows={2} />
      {van && van.staffList.length > 0 && vans.length > 1 && (
        <VanTransfer
          van={van}
          others={vans.filter((one) => one.vanId !== van.vanId)}
          onMoved={() => {
            onSaved();
            onClose();
          }}
        />
      )}
      {van && <VanHistory vanId={van.vanId} />}
    </DrawerForm>
  );
};
