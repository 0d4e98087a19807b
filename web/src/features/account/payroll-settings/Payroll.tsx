import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PayrollException, PayrollSettingService } from "@leashline/proto/leashline/account/v1/payroll_setting_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { PayrollExceptionForm } from "./PayrollExceptionForm.tsx";

const RULES = [
  { name: "serviceCommissionBased", label: "Commission is based on the price", options: ["after discounts", "before discounts"] },
  { name: "splitTipsMethod", label: "Several staff share a tip", options: ["by the value of their services", "equally"] },
  { name: "tipAllocationType", label: "Tips go to", options: ["the staff of the appointment", "everyone who worked that day"] },
] as const;

/** How this location pays, and the services that are paid at a rate of their own. */
const Payroll = () => {
  const setting = useQuery(PayrollSettingService.method.getPayrollSetting);
  const exceptions = useQuery(PayrollSettingService.method.listPayrollExceptions);
  const people = useQuery(StaffService.method.listStaffByLocation).data?.staff ?? [];
  const update = useMutation(PayrollSettingService.method.updatePayrollSetting, {
    onSuccess: () => void setting.refetch(),
    meta: { success: "Saved" },
  });
  const [open, setOpen] = useState<PayrollException | "new">();
  const known = setting.data?.setting;
  const whom = (one: PayrollException): string =>
    one.isAllStaff
      ? "Everybody"
      : people
          .filter((person) => one.staffIdList.includes(person.id))
          .map((person) => person.firstName)
          .join(", ") || plural(one.staffIdList.length, "person", "people");
  const columns: Column<PayrollException>[] = [
    {
      key: "service",
      header: "Service",
      cell: (one) => <Typography variant="subtitle2">{one.serviceName || "A deleted service"}</Typography>,
    },
    { key: "who", header: "For", cell: whom },
    { key: "rate", header: "Rate", align: "right", cell: (one) => `${one.rate}%` },
  ];
  return (
    <SettingsFrame title="Payroll">
      <Box sx={{ display: "grid", gap: 2 }}>
        <Section title="How pay is calculated">
          {setting.error && !known && <ErrorState compact error={setting.error} onRetry={() => void setting.refetch()} />}
          {!known && !setting.error && <FormSkeleton fields={3} />}
          {known && (
            <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
              {RULES.map(({ name, label, options }) => (
                <TextField
                  key={name}
                  select
                  label={label}
                  value={known[name] || 1}
                  disabled={update.isPending}
                  onChange={(event) => update.mutate({ [name]: Number(event.target.value) })}
                >
                  {options.map((words, at) => (
                    <MenuItem key={words} value={at + 1}>
                      {words}
                    </MenuItem>
                  ))}
                </TextField>
              ))}
            </Box>
          )}
        </Section>
        <Section
          title="Services with a custom rate"
          action={
            <Button startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
              Add service
            </Button>
          }
        >
          <DataList
            label="Services with a custom rate"
            rows={exceptions.data?.exceptions}
            rowKey={(one) => `${one.serviceType}/${one.serviceId}`}
            columns={columns}
            card={(one) => (
              <Box sx={{ display: "flex", gap: 1 }}>
                <Box sx={{ flex: 1 }}>
                  <Typography variant="subtitle2">{one.serviceName}</Typography>
                  <Typography color="textSecondary">{whom(one)}</Typography>
                </Box>
                <Typography>{one.rate}%</Typography>
              </Box>
            )}
            onOpen={setOpen}
            error={exceptions.error}
            onRetry={() => void exceptions.refetch()}
            empty={<Typography color="textSecondary">Every service is paid at the rate of the staff member who does it.</Typography>}
          />
        </Section>
      </Box>
      {open && (
        <PayrollExceptionForm
          {...(open !== "new" && { known: open })}
          people={people}
          onClose={() => setOpen(undefined)}
          onSaved={() => void exceptions.refetch()}
        />
      )}
    </SettingsFrame>
  );
};

export default Payroll;
