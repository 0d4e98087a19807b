import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PermissionEntry, type Role, RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { Controller, useForm } from "react-hook-form";
import { LONG_STALE } from "../../../app/query-client.ts";
import { confirm } from "../../../ui/confirm.ts";
import { DrawerForm } from "../../../ui/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";

type Values = { name: string; permissions: number[] };

const byCategory = (entries: PermissionEntry[]): [string, PermissionEntry[]][] => [
  ...Map.groupBy(entries, (entry) => entry.category).entries(),
];

/** A role's name and what it opens, by category. */
export const RoleDrawer = ({ role, onClose, onSaved }: { role?: Role; onClose: () => void; onSaved: () => void }) => {
  const catalogue = useQuery(RoleService.method.listPermissions, {}, { staleTime: LONG_STALE }).data?.permissions ?? [];
  const create = useMutation(RoleService.method.createRole, { meta: { success: "Role added" } });
  const rename = useMutation(RoleService.method.updateRole);
  const grant = useMutation(RoleService.method.updateRolePermissions, { meta: { success: "Role saved" } });
  const remove = useMutation(RoleService.method.deleteRole, { meta: { success: "Role deleted" } });
  const form = useForm<Values>({ defaultValues: { name: role?.name ?? "", permissions: role?.permissions.map(Number) ?? [] } });

  const save = async ({ name, permissions }: Values) => {
    if (!role) await create.mutateAsync({ name, permissions });
    else {
      const renamed = name === role.name ? undefined : await rename.mutateAsync({ roleId: role.id, roleName: name, version: role.version });
      await grant.mutateAsync({ roleId: role.id, permissions, version: renamed?.role?.version ?? role.version });
    }
    onSaved();
  };
  const drop = async () => {
    const sure =
      role &&
      (await confirm({
        title: `Delete the role ${role.name}?`,
        body: "Roles that somebody holds cannot be deleted.",
        action: "Delete role",
        danger: true,
      }));
    if (!sure) return;
    remove.mutate(
      { roleId: role.id },
      {
        onSuccess: () => {
          onSaved();
          onClose();
        },
      },
    );
  };
  return (
    <DrawerForm
      open
      title={role ? role.name : "New role"}
      form={form}
      saveLabel={role ? "Save role" : "Add role"}
      onSave={save}
      onClose={onClose}
      width={520}
      aside={
        role && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={form.control} name="name" label="Name" check={required("The name")} />
      <Controller
        control={form.control}
        name="permissions"
        render={({ field }) => (
          <Box>
            {byCategory(catalogue).map(([category, entries]) => (
              <Box key={category} component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 1.5 }}>
                <Typography component="legend" variant="overline" sx={{ p: 0, color: "text.secondary" }}>
                  {category}
                </Typography>
                {entries.map((entry) => {
                  const id = Number(entry.permission);
                  const on = field.value.includes(id);
                  return (
                    <FormControlLabel
                      key={id}
                      sx={{ display: "flex" }}
                      control={
                        <Checkbox
                          checked={on}
                          onChange={() => field.onChange(on ? field.value.filter((one) => one !== id) : [...field.value, id])}
                        />
                      }
                      label={entry.title}
                    />
                  );
                })}
              </Box>
            ))}
          </Box>
        )}
      />
    </DrawerForm>
  );
};
