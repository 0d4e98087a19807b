import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Staff, StaffLinkStatus } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import IconButton from "@mui/material/IconButton";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useInfo } from "../../../app/session.ts";
import { type Column, DataList } from "../../../ui/DataList.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { useFormat } from "../../../ui/useFormat.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { Swatch } from "../Swatch.tsx";

const name = (staff: Staff): string => `${staff.firstName} ${staff.lastName}`.trim();
const login = (staff: Staff): { label: string; tone: "ok" | "warn" | "plain" } => {
  if (staff.linkStatus === StaffLinkStatus.LINKED) return { label: "Signs in", tone: "ok" };
  if (staff.linkStatus === StaffLinkStatus.PENDING) return { label: "Invited", tone: "warn" };
  return { label: "No login", tone: "plain" };
};

/** Everybody who works for the company, in the order of the calendar's columns. */
export const StaffList = () => {
  const format = useFormat();
  const { businesses } = useInfo();
  const [inactive, setInactive] = useState(false);
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { includeInactive: inactive, pageSize: 500 });
  const sort = useMutation(StaffService.method.sortStaff, { onSuccess: () => void staff.refetch() });
  const rows = staff.data?.staff ?? [];
  const places = (one: Staff): string =>
    one.businessIds.length === businesses.length
      ? "All locations"
      : businesses
          .filter((place) => one.businessIds.includes(place.id))
          .map((place) => place.name)
          .join(", ");
  const move = (from: number, to: number) => {
    const moved = rows.map((one) => one.id);
    moved.splice(to, 0, ...moved.splice(from, 1));
    sort.mutate({ staffIdList: moved });
  };
  const columns: Column<Staff>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, fontWeight: 600 }}>
          <Swatch colour={one.colorCode} name={name(one)} />
          {name(one)}
          {one.inactive && <StatusChip>Inactive</StatusChip>}
        </Box>
      ),
    },
    { key: "role", header: "Role", cell: (one) => one.roleName },
    { key: "phone", header: "Phone", cell: (one) => format.phone(one.phone) || "–" },
    { key: "where", header: "Works at", cell: places },
    { key: "login", header: "Login", cell: (one) => <StatusChip tone={login(one).tone}>{login(one).label}</StatusChip> },
    {
      key: "order",
      header: "Order",
      align: "right",
      cell: (one) => {
        const at = rows.indexOf(one);
        return (
          <Box sx={{ whiteSpace: "nowrap" }}>
            <IconButton aria-label={`Move ${name(one)} up`} disabled={at === 0 || sort.isPending} onClick={() => move(at, at - 1)}>
              <Icon name="up" sx={{ width: 16, height: 16 }} />
            </IconButton>
            <IconButton
              aria-label={`Move ${name(one)} down`}
              disabled={at === rows.length - 1 || sort.isPending}
              onClick={() => move(at, at + 1)}
            >
              <Icon name="down" sx={{ width: 16, height: 16 }} />
            </IconButton>
          </Box>
        );
      },
    },
  ];
  return (
    <SettingsFrame
      title="Staff"
      maxWidth={1080}
      actions={
        <LinkButton to="/setting/createOrEditStaff" variant="contained" color="primary" startIcon={<Icon name="plus" />}>
          Add staff
        </LinkButton>
      }
    >
      <DataList
        label="Staff"
        rows={staff.data?.staff}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
            <Swatch colour={one.colorCode} name={name(one)} size={38} />
            <Box sx={{ flex: 1 }}>
              <Typography variant="subtitle1">{name(one)}</Typography>
              <Typography color="textSecondary">{one.roleName}</Typography>
            </Box>
            <StatusChip tone={login(one).tone}>{login(one).label}</StatusChip>
          </Box>
        )}
        href={(one) => `/setting/createOrEditStaff/${one.id}`}
        error={staff.error}
        onRetry={() => void staff.refetch()}
        empty={<EmptyState icon="clients" title="Nobody yet" text="Each person on the calendar has working hours and a colour." />}
      />
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Switch checked={inactive} onChange={(_, on) => setInactive(on)} />}
        label="Show inactive"
      />
    </SettingsFrame>
  );
};
