import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useLocations } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { RowArrows } from "../../../ui/lists/RowArrows.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { YourPlan } from "../shared/YourPlan.tsx";
import { linkState } from "./link-state.ts";

const name = (staff: Staff): string => `${staff.firstName} ${staff.lastName}`.trim();
const login = linkState;
const start = { show: "" };

/** Everybody who works for the company, in the order of the calendar's columns. */
const StaffList = () => {
  const format = useFormat();
  const businesses = useLocations();
  const [{ show }, setState] = useQueryState(start);
  const inactive = show === "inactive";
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
  const move = (from: number, to: number) =>
    sort.mutate({
      staffIdList: moved(
        rows.map((one) => one.id),
        from,
        to,
      ),
    });
  const room = useQuery(CompanyService.method.getCompanyExtraInfo).data;
  const full = room !== undefined && room.staffLimit > 0 && room.staffCount >= room.staffLimit;
  const columns: Column<Staff>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, fontWeight: 600 }}>
          <Swatch colour={one.colorCode} name={name(one)} />
          {name(one)}
          {one.employeeCategory >= 2 && <StatusChip tone="info">Enterprise</StatusChip>}
          {one.inactive && <StatusChip>Inactive</StatusChip>}
        </Box>
      ),
    },
    { key: "role", header: "Role", cell: (one) => one.roleName },
    { key: "phone", header: "Phone", nowrap: true, wide: true, cell: (one) => format.phone(one.phone) || "–" },
    { key: "where", header: "Works at", cell: places },
    { key: "login", header: "Login", cell: (one) => <StatusChip tone={login(one).tone}>{login(one).label}</StatusChip> },
    {
      key: "order",
      header: "Order",
      align: "right",
      cell: (one) => <RowArrows name={name(one)} at={rows.indexOf(one)} count={rows.length} disabled={sort.isPending} onMove={move} />,
    },
  ];
  return (
    <SettingsFrame
      title="Staff"
      maxWidth={1080}
      actions={
        <LinkButton to="/setting/createOrEditStaff" disabled={full} variant="contained" color="primary" startIcon={<Icon name="plus" />}>
          Add staff
        </LinkButton>
      }
    >
      {full && (
        <Alert severity="info" sx={{ mb: 1.5 }} action={<YourPlan />}>
          Your plan allows {room.staffLimit} staff. Remove somebody who has left, or upgrade to add more.
        </Alert>
      )}
      <DataList
        label="Staff"
        onMove={move}
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
        href={(one) => pathTo("/setting/createOrEditStaff/:staffId?", { staffId: one.id })}
        error={staff.error}
        onRetry={() => void staff.refetch()}
        empty={<EmptyState icon="clients" title="Nobody yet" text="Everyone on the calendar has working hours and a color." />}
      />
      <FormControlLabel
        sx={{ mt: 1 }}
        control={<Switch checked={inactive} onChange={(_, on) => setState({ show: on ? "inactive" : "" })} />}
        label="Show inactive"
      />
    </SettingsFrame>
  );
};

export default StaffList;
