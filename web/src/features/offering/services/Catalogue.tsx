import { useMutation, useQuery } from "@connectrpc/connect-query";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import type { CareType } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { CategoryService, type CategoryWithServices } from "@leashline/proto/leashline/offering/v1/category_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type ComponentProps, useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { Icon } from "../../../ui/icons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { useServiceSort } from "../shared/service-face.ts";
import { startingTax } from "../shared/starting-tax.ts";
import { Line } from "./CatalogueLine.tsx";
import { CategoryDrawer } from "./CategoryDrawer.tsx";
import { useStayWords } from "./useStayWords.ts";

/** A care type's services under their categories, in the order people see when they book. */
export const Catalogue = ({ careType, inactive }: { careType: CareType; inactive: boolean }) => {
  const { weightUnit } = usePreferences();
  const [editing, setEditing] = useState<{ id: string; name: string } | "new">();
  const found = useQuery(CategoryService.method.listCategoryServices, { careType: careType.serviceItemType, inactive });
  const taxes = useQuery(TaxService.method.listTaxRules);
  const stay = useStayWords(careType.serviceItemType);
  const starter = useMutation(CatalogService.method.createStarterCatalog, {
    meta: { success: "Starter services added" },
    onSuccess: () => void found.refetch(),
  });
  const sort = useMutation(CategoryService.method.sortCategories, { onSuccess: () => void found.refetch() });
  const groups = found.data?.categoryList.filter((group) => group.services.length > 0 || group.categoryId !== "0") ?? [];
  const reload = () => void found.refetch();
  if (found.error && !found.data) return <ErrorState error={found.error} onRetry={reload} />;
  if (!found.data) return <RowsSkeleton />;
  const sorted = groups.filter((group) => group.categoryId !== "0").map((group) => group.categoryId);
  const move = (from: number, to: number) => sort.mutate({ ids: moved(sorted, from, to) });
  const none = groups.every((group) => group.services.length === 0);
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {none && inactive && <EmptyState icon="scissors" title="No inactive services" />}
      {none && !inactive && (
        <EmptyState
          icon="scissors"
          title={`No ${careType.name.toLowerCase()} services yet`}
          text={stay.hint ?? "Start with ours and change them, or write your own."}
        >
          {!stay.hint && (
            <Button
              variant="contained"
              color="primary"
              loading={starter.isPending || taxes.isPending}
              onClick={() =>
                starter.mutate({ careTypes: [careType.serviceItemType], weightUnit, taxId: startingTax(taxes.data?.taxRules ?? []) })
              }
            >
              Add starter services
            </Button>
          )}
          {stay.roomless && (
            <LinkButton to="/setting/lodging" variant="contained" color="primary">
              Set up lodging
            </LinkButton>
          )}
          <LinkButton to={pathTo("/createOrEditService/:careTypeId", { careTypeId: careType.id })}>Write one</LinkButton>
        </EmptyState>
      )}
      {stay.note && !none && <Alert severity="info">{stay.note}</Alert>}
      {groups.map((group) => (
        <Group
          key={group.categoryId}
          group={group}
          careTypeId={careType.id}
          onChange={reload}
          onEdit={() => setEditing({ id: group.categoryId, name: group.name })}
          place={{ at: sorted.indexOf(group.categoryId), count: sorted.length, disabled: sort.isPending, onMove: move }}
        />
      ))}
      {!inactive && (
        <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => setEditing("new")} sx={{ justifySelf: "start" }}>
          Add category
        </Button>
      )}
      {editing && (
        <CategoryDrawer
          careType={careType.serviceItemType}
          {...(editing !== "new" && { known: editing })}
          onClose={() => setEditing(undefined)}
          onSaved={reload}
        />
      )}
    </Box>
  );
};

type GroupProps = {
  group: CategoryWithServices;
  careTypeId: string;
  onChange: () => void;
  onEdit: () => void;
  /** Among the categories. */
  place: Omit<ComponentProps<typeof MoveButtons>, "name">;
};

const Group = ({ group, careTypeId, onChange, onEdit, place }: GroupProps) => {
  const sort = useServiceSort(onChange);
  const ids = group.services.map((service) => service.id);
  const move = (from: number, to: number) => sort.mutate({ idList: moved(ids, from, to) });
  return (
    <Card component="section" aria-label={group.name || "Without a category"}>
      <Box sx={{ display: "flex", alignItems: "center", px: 2, pt: 1.25 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {group.name || "Without a category"}
        </Typography>
        {group.categoryId !== "0" && (
          <>
            {place.count > 1 && <MoveButtons name={`the category ${group.name}`} {...place} />}
            <IconButton aria-label={`Edit the category ${group.name}`} onClick={onEdit}>
              <Icon name="edit" sx={{ width: 16, height: 16 }} />
            </IconButton>
          </>
        )}
      </Box>
      {group.services.length === 0 && (
        <Typography color="textSecondary" sx={{ px: 2, pb: 1.5 }}>
          Nothing under this category.
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, px: 2, pb: 0.5 }}>
        {group.services.map((service, at) => (
          <Line
            key={service.id}
            service={service}
            to={pathTo("/createOrEditService/:careTypeId", { careTypeId }, { id: service.id })}
            {...(at > 0 && { onUp: () => move(at, at - 1) })}
            {...(at < group.services.length - 1 && { onDown: () => move(at, at + 1) })}
          />
        ))}
      </Box>
    </Card>
  );
};
