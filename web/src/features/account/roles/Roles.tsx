import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Role, RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { RoleDrawer } from "./RoleDrawer.tsx";

/** What each role opens. The owner's role holds everything and cannot change. */
const Roles = () => {
  const [open, setOpen] = useState<Role | "new">();
  const roles = useQuery(RoleService.method.listRoles);
  const duplicate = useMutation(RoleService.method.duplicateRole, {
    onSuccess: () => void roles.refetch(),
    meta: { success: "Role copied" },
  });
  const columns: Column<Role>[] = [
    {
      key: "name",
      header: "Role",
      cell: (role) => (
        <Box sx={{ fontWeight: 600 }}>
          {role.name} {role.isOwnerRole && <StatusChip tone="accent">everything</StatusChip>}
        </Box>
      ),
    },
    { key: "staff", header: "Held by", cell: (role) => plural(role.staffCount, "person", "people") },
    { key: "count", header: "Permissions", align: "right", cell: (role) => (role.isOwnerRole ? "all" : role.permissions.length) },
    {
      key: "copy",
      header: "",
      align: "right",
      cell: (role) =>
        !role.isOwnerRole && (
          <Button
            aria-label={`Copy the role ${role.name}`}
            disabled={duplicate.isPending}
            onClick={() => duplicate.mutate({ roleId: role.id })}
          >
            Copy
          </Button>
        ),
    },
  ];
  return (
    <SettingsFrame
      title="Roles"
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add role
        </Button>
      }
    >
      <DataList
        label="Roles"
        rows={roles.data?.roles}
        rowKey={(role) => role.id}
        columns={columns}
        card={(role) => (
          <>
            <Typography variant="subtitle1">{role.name}</Typography>
            <Typography color="textSecondary">
              {plural(role.staffCount, "person", "people")} ·{" "}
              {role.isOwnerRole ? "everything" : plural(role.permissions.length, "permission")}
            </Typography>
          </>
        )}
        onOpen={setOpen}
        error={roles.error}
        onRetry={() => void roles.refetch()}
        empty={<EmptyState icon="user" title="No roles" text="A role decides what staff can see and do." />}
      />
      {open && (
        <RoleDrawer {...(open !== "new" && { role: open })} onClose={() => setOpen(undefined)} onSaved={() => void roles.refetch()} />
      )}
    </SettingsFrame>
  );
};

export default Roles;
