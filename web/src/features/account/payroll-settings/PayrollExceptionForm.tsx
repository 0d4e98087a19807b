import { useMutation } from "@connectrpc/connect-query";
import { type PayrollException, PayrollSettingService } from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { percent } from "../../../ui/format/checks/share.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { useCompanyServices } from "../../offering/shared/useServices.ts";

const SERVICE = 1;

type Values = { serviceId: string; rate: string; staffIdList: string[] };
type Props = { known?: PayrollException; people: Staff[]; onClose: () => void; onSaved: () => void };

/** One service that is paid at a rate of its own, for everybody or for some. */
export const PayrollExceptionForm = ({ known, people, onClose, onSaved }: Props) => {
  const services = useCompanyServices().data?.services ?? [];
  const store = useMutation(PayrollSettingService.method.savePayrollException, { onSuccess: onSaved, meta: { success: "Rate saved" } });
  const remove = useMutation(PayrollSettingService.method.deletePayrollException, {
    onSuccess: onSaved,
    meta: { success: "Rate removed" },
  });
  const form = useForm<Values>({
    defaultValues: { serviceId: known?.serviceId ?? "", rate: known ? String(known.rate) : "", staffIdList: known?.staffIdList ?? [] },
  });
  const options = services.map((service) => ({ value: service.id, label: service.name }));
  const save = ({ serviceId, rate, staffIdList }: Values) =>
    store.mutateAsync({
      serviceId,
      rate: Number(rate),
      isAllStaff: staffIdList.length === 0,
      staffIdList,
      serviceType: known?.serviceType ?? SERVICE,
      updateMask: { paths: ["rate", "is_all_staff", "staff_id_list", "service_type"] },
    });
  return (
    <DrawerForm
      open
      title={known ? known.serviceName : "Custom rate"}
      form={form}
      saveLabel="Save rate"
      onSave={save}
      onClose={onClose}
      aside={
        known && (
          <Button
            color="error"
            variant="text"
            loading={remove.isPending}
            onClick={() => remove.mutate({ serviceId: known.serviceId }, { onSuccess: onClose })}
          >
            Remove
          </Button>
        )
      }
    >
      <FormSelect
        control={form.control}
        name="serviceId"
        label="Service"
        disabled={known !== undefined}
        check={required("The service")}
        options={known ? [{ value: known.serviceId, label: known.serviceName }] : options}
      />
      <FormText control={form.control} name="rate" label="Percent" check={all(required("The rate"), percent(2))} />
      <FormChips
        control={form.control}
        name="staffIdList"
        label="For"
        every="Everybody"
        options={people.map((one) => ({ value: one.id, label: `${one.firstName} ${one.lastName}`.trim() }))}
      />
    </DrawerForm>
  );
};
