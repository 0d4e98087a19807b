import { useQuery } from "@connectrpc/connect-query";
import type { Staff } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { Swatch } from "../../../ui/Swatch.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { linkState } from "./link-state.ts";

const name = (one: Staff): string => `${one.firstName} ${one.lastName}`.trim();
const access = (one: Staff) =>
  one.allowLogin || one.employeeCategory !== 0 ? linkState(one) : { label: "Switched off", tone: "plain" as const };

/** /account_access: who can open this company with an account, and the way to change it. */
const AccountAccess = () => {
  const { staffId } = useInfo();
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 500 });
  const columns: Column<Staff>[] = [
    {
      key: "name",
      header: "Name",
      cell: (one) => (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.25, fontWeight: 600 }}>
          <Swatch colour={one.colorCode} name={name(one)} />
          {name(one)}
          {one.id === staffId && <StatusChip tone="accent">You</StatusChip>}
        </Box>
      ),
    },
    { key: "email", header: "Email", cell: (one) => one.email || "–" },
    { key: "role", header: "Role", cell: (one) => one.roleName },
    { key: "state", header: "Login", cell: (one) => <StatusChip tone={access(one).tone}>{access(one).label}</StatusChip> },
  ];
  return (
    <SettingsFrame title="Account access">
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        Who can sign in to this company. Choose a staff member to invite them, cancel an invite, limit sign-in times or remove access.
        Accounts of your own are under <TextLink to="/account">your businesses</TextLink>.
      </Typography>
      <DataList
        label="Account access"
        rows={staff.data?.staff}
        rowKey={(one) => one.id}
        columns={columns}
        card={(one) => (
          <Box sx={{ display: "flex", alignItems: "center", gap: 1.5 }}>
            <Swatch colour={one.colorCode} name={name(one)} size={38} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle1" noWrap>
                {name(one)}
              </Typography>
              <Typography color="textSecondary" noWrap>
                {one.email || one.roleName}
              </Typography>
            </Box>
            <StatusChip tone={access(one).tone}>{access(one).label}</StatusChip>
          </Box>
        )}
        href={(one) => pathTo("/setting/createOrEditStaff/:staffId?", { staffId: one.id })}
        error={staff.error}
        onRetry={() => void staff.refetch()}
        empty={<EmptyState icon="user" title="Nobody yet" text="Add staff, then invite them." />}
      />
    </SettingsFrame>
  );
};

export default AccountAccess;
