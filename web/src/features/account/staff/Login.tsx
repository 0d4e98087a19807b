import { useMutation } from "@connectrpc/connect-query";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import { type StaffFullDetail, StaffLinkStatus } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { LoginTimes } from "./LoginTimes.tsx";
import { linkState } from "./link-state.ts";

/** How this person signs in: an invite link binds their own account to the staff record; unlinking takes it away. */
export const Login = ({ detail, onChange }: { detail: StaffFullDetail; onChange: () => void }) => {
  const [inviting, setInviting] = useState(false);
  const disable = useMutation(InviteService.method.disableStaffInvite, {
    onSuccess: onChange,
    meta: { success: "The link no longer works" },
  });
  const unlink = useMutation(StaffService.method.unlinkStaff, { onSuccess: onChange, meta: { success: "Account unlinked" } });
  const { staff, inviteCode } = detail;
  if (!staff) return null;
  const cut = async () => {
    const sure = await confirm({
      title: `Remove sign-in access for ${staff.firstName}?`,
      body: "They keep their account, but it no longer opens this company. The email is cleared.",
      action: "Unlink account",
      danger: true,
    });
    if (sure) unlink.mutate({ staffId: staff.id });
  };
  const linked = staff.linkStatus === StaffLinkStatus.LINKED;
  const pending = staff.linkStatus === StaffLinkStatus.PENDING;
  const state = linkState(staff);
  return (
    <Section title="Login" action={<StatusChip tone={state.tone}>{state.label}</StatusChip>}>
      <Typography color="textSecondary">
        {linked
          ? "Signs in with their own account."
          : pending
            ? "Invited. The link has not been used yet."
            : staff.allowLogin
              ? "Can't sign in yet. Send an invite link to let them create an account."
              : "Sign-in is turned off for this staff member."}
      </Typography>
      {pending && inviteCode && (
        <Box sx={{ display: "grid", mt: 1.5 }}>
          <CopyField
            label="Invite link"
            value={`${window.location.origin}/invite/${inviteCode}`}
            copied="Link copied"
            help="Whoever opens it first becomes this staff member. Don't share it with anyone else."
          />
        </Box>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        {linked ? (
          <Button color="error" variant="text" loading={unlink.isPending} onClick={() => void cut()}>
            Unlink account
          </Button>
        ) : (
          <Button disabled={!staff.allowLogin} onClick={() => setInviting(true)}>
            {pending ? "Send a new link" : "Invite"}
          </Button>
        )}
        {pending && (
          <Button variant="text" loading={disable.isPending} onClick={() => disable.mutate({ staffId: staff.id })}>
            Cancel the invite
          </Button>
        )}
      </Box>
      <LoginTimes detail={detail} onSaved={onChange} />
      {inviting && (
        <InviteForm
          staff={staff}
          onClose={() => setInviting(false)}
          onSent={(queued) => {
            setInviting(false);
            toast.success(queued ? "Invite sent by email." : "Invite link made. Copy it and send it yourself.");
            onChange();
          }}
        />
      )}
    </Section>
  );
};
