// Generated from supabase/migrations by `npm run types`: do not edit.
import type { RpcResults } from './rpc-results.ts'

export type Json = string | number | boolean | null | { readonly [key: string]: Json | undefined } | readonly Json[]

/** A table or view: what a client reads, and without its read-only columns what it inserts and updates. */
type Relation<Row, Required extends keyof Row, ReadOnly extends keyof Row, Relationships> = {
  Row: Row
  Insert: Pick<Row, Required> & Partial<Omit<Row, Required | ReadOnly>>
  Update: Partial<Omit<Row, ReadOnly>>
  Relationships: Relationships
}

type Callable<Args, Returns> = { Args: Args; Returns: Returns }

export type Database = {
  // The version whose contract the embedded backend keeps.
  __InternalSupabase: { PostgrestVersion: '13.0' }
  public: {
    Tables: {
      administration_log: Relation<{
        number: number
        at: string
        action: string
        subject: string
        changes: Json
      }, 'action' | 'subject', 'number', []>
      attributes: Relation<{
        key: string
        label: string
        help: string
        kind: string
        options: Json
        unit: string
        category: string | null
        in_filter: boolean
        on_card: boolean
        in_compare: boolean
        position: number
      }, 'key' | 'label' | 'kind' | 'position', never, [{ foreignKeyName: 'attributes_category_fkey'; columns: ['category']; isOneToOne: false; referencedRelation: 'categories'; referencedColumns: ['name'] }]>
      audit_logs: Relation<{
        id: string
        user_id: string
        action: string
        resource_type: string
        metadata: Json
        created_at: string
      }, 'action' | 'resource_type', never, [{ foreignKeyName: 'audit_logs_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      capabilities: Relation<{
        slug: string
        name: string
        category: string
        description: string
        synonyms: string[]
        tool_count: number
      }, 'slug' | 'name' | 'category', never, [{ foreignKeyName: 'capabilities_category_fkey'; columns: ['category']; isOneToOne: false; referencedRelation: 'categories'; referencedColumns: ['name'] }]>
      capability_redirects: Relation<{
        slug: string
        capability: string
      }, 'slug' | 'capability', never, [{ foreignKeyName: 'capability_redirects_capability_fkey'; columns: ['capability']; isOneToOne: false; referencedRelation: 'capabilities'; referencedColumns: ['slug'] }]>
      capability_terms: Relation<{
        capability: string
        language: string
        terms: string[]
      }, 'capability' | 'language' | 'terms', never, [{ foreignKeyName: 'capability_terms_capability_fkey'; columns: ['capability']; isOneToOne: false; referencedRelation: 'capabilities'; referencedColumns: ['slug'] }]>
      categories: Relation<{
        name: string
        slug: string
        description: string
        icon: string
        color: string
        subcategories: string[]
        trending: boolean
        aliases: string[]
        position: number
      }, 'name' | 'slug' | 'description' | 'icon' | 'color' | 'subcategories' | 'aliases' | 'position', never, []>
      category_terms: Relation<{
        category: string
        language: string
        terms: string[]
      }, 'category' | 'language' | 'terms', never, [{ foreignKeyName: 'category_terms_category_fkey'; columns: ['category']; isOneToOne: false; referencedRelation: 'categories'; referencedColumns: ['name'] }]>
      companies: Relation<{
        id: string
        name: string
        logo_url: string | null
        verified: boolean
        website: string | null
        domain: string | null
        size: string | null
        industry: string | null
        description: string | null
        followers_count: number
        created_by: string | null
        created_at: string
        can_be_managed: boolean | null
      }, 'name', 'can_be_managed', [{ foreignKeyName: 'companies_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      company_follows: Relation<{
        user_id: string
        company_id: string
        created_at: string
      }, 'user_id' | 'company_id', never, [{ foreignKeyName: 'company_follows_company_id_fkey'; columns: ['company_id']; isOneToOne: false; referencedRelation: 'companies'; referencedColumns: ['id'] }, { foreignKeyName: 'company_follows_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      company_members: Relation<{
        company_id: string
        user_id: string
        role: string
        is_admin: boolean
        is_confirmed: boolean
        created_at: string
      }, 'company_id' | 'user_id', never, [{ foreignKeyName: 'company_members_company_id_fkey'; columns: ['company_id']; isOneToOne: false; referencedRelation: 'companies'; referencedColumns: ['id'] }, { foreignKeyName: 'company_members_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      fact_sources: Relation<{
        id: string
        tool_id: string
        kind: string
        address: string
        host: string | null
        priority: number
        is_own: boolean
        last_read_at: string | null
        last_ok_at: string | null
        failures: number
        problem: string | null
        etag: string | null
        recorded_on: string | null
        due_at: string
        leased_until: string | null
      }, 'tool_id' | 'kind' | 'address' | 'priority', 'host', [{ foreignKeyName: 'fact_sources_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      fact_values: Relation<{
        tool_id: string
        field: string
        source_id: string
        value: Json
        read_at: string
        confirmed_at: string
        contradicts_since: string | null
      }, 'tool_id' | 'field' | 'source_id' | 'value', never, [{ foreignKeyName: 'fact_values_source_id_fkey'; columns: ['source_id']; isOneToOne: false; referencedRelation: 'fact_sources'; referencedColumns: ['id'] }, { foreignKeyName: 'fact_values_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      launch_reminders: Relation<{
        id: string
        launch_id: string
        user_id: string
        created_at: string
      }, 'launch_id' | 'user_id', never, [{ foreignKeyName: 'launch_reminders_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'product_launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_reminders_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      launch_upvotes: Relation<{
        id: string
        launch_id: string
        user_id: string
        created_at: string
      }, 'launch_id' | 'user_id', never, [{ foreignKeyName: 'launch_upvotes_launch_id_fkey'; columns: ['launch_id']; isOneToOne: false; referencedRelation: 'product_launches'; referencedColumns: ['id'] }, { foreignKeyName: 'launch_upvotes_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      ledger_checkpoints: Relation<{
        number: number
        event_count: number
        root: string
        previous: string
        hash: string
        created_at: string
      }, 'number' | 'event_count' | 'root' | 'previous' | 'hash' | 'created_at', never, []>
      ledger_events: Relation<{
        number: number
        at: string
        kind: string
        subject: string
        commitment: string
        checkpoint: number | null
      }, 'kind' | 'subject' | 'commitment', never, [{ foreignKeyName: 'ledger_salts_event_fkey'; columns: ['number']; isOneToOne: false; referencedRelation: 'ledger_salts'; referencedColumns: ['event'] }]>
      ledger_salts: Relation<{
        event: number
        salt: string
      }, 'event' | 'salt', never, [{ foreignKeyName: 'ledger_salts_event_fkey'; columns: ['event']; isOneToOne: false; referencedRelation: 'ledger_events'; referencedColumns: ['number'] }]>
      list_items: Relation<{
        list_id: string
        tool_id: string
        note: string
        position: number | null
      }, 'list_id' | 'tool_id', never, [{ foreignKeyName: 'list_items_list_id_fkey'; columns: ['list_id']; isOneToOne: false; referencedRelation: 'lists'; referencedColumns: ['id'] }, { foreignKeyName: 'list_items_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      lists: Relation<{
        id: string
        user_id: string
        name: string
        description: string
        visibility: string
        tool_count: number
        copies: number
        trusted_copies: number
        created_at: string
        updated_at: string
      }, 'user_id' | 'name', never, [{ foreignKeyName: 'lists_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      moderation_decisions: Relation<{
        number: number
        decided_at: string
        subject_type: string
        subject_id: string | null
        tool_id: string | null
        rating: number | null
        action: string
        reason: string | null
        legal_basis: string | null
        explanation: string | null
        expires_at: string | null
        detected_by: string
        report_count: number
        hours_to_decision: number | null
        reverses: number | null
        appeal_outcome: string | null
      }, 'subject_type' | 'action' | 'detected_by', never, []>
      notification_preferences: Relation<{
        user_id: string
        kind: string
        email: string
      }, 'user_id' | 'kind' | 'email', never, [{ foreignKeyName: 'notification_preferences_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      notifications: Relation<{
        id: string
        user_id: string
        kind: string
        subject_type: string
        subject_id: string | null
        data: Json
        created_at: string
        read_at: string | null
      }, 'user_id' | 'kind' | 'subject_type', never, [{ foreignKeyName: 'notifications_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      review_campaigns: Relation<{
        id: string
        tool_id: string
        code: string
        name: string
        created_at: string
        closed_at: string | null
      }, 'tool_id' | 'name', never, [{ foreignKeyName: 'review_campaigns_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      review_helpful_votes: Relation<{
        id: string
        review_id: string
        user_id: string
        created_at: string
        revision: number
      }, 'review_id' | 'user_id', never, [{ foreignKeyName: 'review_helpful_votes_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }, { foreignKeyName: 'review_helpful_votes_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      review_replies: Relation<{
        review_id: string
        tool_id: string
        company_id: string
        content: string
        review_revision: number
        created_at: string
        edited_at: string | null
      }, 'review_id' | 'tool_id' | 'company_id' | 'content', never, [{ foreignKeyName: 'review_replies_company_id_fkey'; columns: ['company_id']; isOneToOne: false; referencedRelation: 'companies'; referencedColumns: ['id'] }, { foreignKeyName: 'review_replies_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }, { foreignKeyName: 'review_replies_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      review_reply_revisions: Relation<{
        review_id: string
        number: number
        content: string
        review_revision: number
        written_at: string
      }, 'review_id' | 'number' | 'content' | 'review_revision' | 'written_at', never, [{ foreignKeyName: 'review_reply_revisions_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'review_replies'; referencedColumns: ['review_id'] }]>
      review_revisions: Relation<{
        review_id: string
        number: number
        rating: number | null
        title: string | null
        content: string | null
        pros: string[] | null
        cons: string[] | null
        used_version: string | null
        used_plan: string | null
        used_from: string | null
        used_until: string | null
        relationship: string | null
        incentive: string | null
        used_for: string[] | null
        written_at: string
        redacted_at: string | null
        used_for_names: string[] | null
      }, 'review_id' | 'number' | 'written_at', 'used_for_names', [{ foreignKeyName: 'review_revisions_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }]>
      reviews: Relation<{
        id: string
        tool_id: string
        user_id: string | null
        rating: number
        title: string
        content: string
        pros: string[]
        cons: string[]
        helpful_count: number
        created_at: string
        updated_at: string
        is_sample: boolean
        used_version: string | null
        used_plan: string | null
        used_from: string | null
        used_until: string | null
        relationship: string | null
        incentive: string | null
        used_for: string[]
        is_relationship_found: boolean
        campaign_id: string | null
        revision: number
        edited_at: string | null
        first_published_on: string | null
        confirmed_on: string | null
        folded_cons: string[] | null
        folded_pros: string[] | null
        used_for_names: string[] | null
      }, 'tool_id' | 'rating' | 'title' | 'content', 'folded_cons' | 'folded_pros' | 'used_for_names', [{ foreignKeyName: 'review_replies_review_id_fkey'; columns: ['id']; isOneToOne: false; referencedRelation: 'review_replies'; referencedColumns: ['review_id'] }, { foreignKeyName: 'reviews_campaign_id_fkey'; columns: ['campaign_id']; isOneToOne: false; referencedRelation: 'review_campaigns'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }, { foreignKeyName: 'reviews_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      sources: Relation<{
        id: number
        kind: string
        address: string
        mapping: Json
        every: string | null
        last_read_at: string | null
        last_result: Json | null
      }, 'kind' | 'address', 'id', []>
      tool_capabilities: Relation<{
        tool_id: string
        capability: string
      }, 'tool_id' | 'capability', never, [{ foreignKeyName: 'tool_capabilities_capability_fkey'; columns: ['capability']; isOneToOne: false; referencedRelation: 'capabilities'; referencedColumns: ['slug'] }, { foreignKeyName: 'tool_capabilities_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      tool_edits: Relation<{
        id: string
        tool_id: string
        number: number | null
        changes: Json
        source_url: string | null
        note: string
        suggested_by: string | null
        status: string
        as_maker: boolean
        by_source: string | null
        reason: string | null
        created_at: string
        decided_at: string | null
      }, 'tool_id' | 'changes', never, [{ foreignKeyName: 'tool_edits_suggested_by_fkey'; columns: ['suggested_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }, { foreignKeyName: 'tool_edits_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      tool_facts: Relation<{
        tool_id: string
        pricing_model: string | null
        license: string | null
        price_from: number | null
        price_currency: string | null
        price_period: string | null
        price_checked_on: string | null
        price_source_url: string | null
        platforms: string[] | null
        repository_url: string | null
        latest_version: string | null
        latest_version_on: string | null
        discontinued_on: string | null
        successor_id: string | null
        more: Json
        described_attributes: Json | null
      }, 'tool_id', 'described_attributes', [{ foreignKeyName: 'tool_facts_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      tool_follows: Relation<{
        id: string
        user_id: string
        tool_id: string
        created_at: string
      }, 'user_id' | 'tool_id', never, [{ foreignKeyName: 'tool_follows_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }, { foreignKeyName: 'tool_follows_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      tool_makers: Relation<{
        tool_id: string
        company_id: string
        method: string
        verified_on: string
        checked_at: string
        proof: string | null
        is_paused: boolean
        is_sample: boolean
      }, 'tool_id' | 'company_id' | 'method', never, [{ foreignKeyName: 'tool_makers_company_id_fkey'; columns: ['company_id']; isOneToOne: false; referencedRelation: 'companies'; referencedColumns: ['id'] }, { foreignKeyName: 'tool_makers_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      tool_redirects: Relation<{
        slug: string
        tool_id: string
        created_at: string
        name: string | null
      }, 'slug' | 'tool_id', never, [{ foreignKeyName: 'tool_redirects_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }]>
      tools: Relation<{
        id: string
        name: string
        slug: string
        description: string
        logo_url: string | null
        website_url: string | null
        category: string
        categories: string[]
        more_categories: string[]
        rating_sum: number
        review_count: number
        rating_average: number | null
        website_host: string | null
        website_key: string | null
        submitted_by: string | null
        created_at: string
        updated_at: string
        name_folded: string
        search: unknown
        aliases: string[]
        rating_counts: number[]
        counted_reviews: number
        adjusted_rating: number | null
        rating_high: number | null
        facets: string[]
        capability_count: number
        former_names: string[]
        maker_figures: Json | null
        review_summary: Json | null
        reviewers_by_use: Json | null
      }, 'name' | 'description' | 'category', 'rating_average' | 'maker_figures' | 'review_summary' | 'reviewers_by_use', [{ foreignKeyName: 'tool_facts_tool_id_fkey'; columns: ['id']; isOneToOne: false; referencedRelation: 'tool_facts'; referencedColumns: ['tool_id'] }, { foreignKeyName: 'tool_makers_tool_id_fkey'; columns: ['id']; isOneToOne: false; referencedRelation: 'tool_makers'; referencedColumns: ['tool_id'] }, { foreignKeyName: 'tools_submitted_by_fkey'; columns: ['submitted_by']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      user_activities: Relation<{
        id: string
        user_id: string
        activity_type: string
        review_id: string | null
        metadata: Json
        created_at: string
      }, 'user_id' | 'activity_type', never, [{ foreignKeyName: 'user_activities_review_id_fkey'; columns: ['review_id']; isOneToOne: false; referencedRelation: 'reviews'; referencedColumns: ['id'] }, { foreignKeyName: 'user_activities_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      user_follows: Relation<{
        follower_id: string
        following_id: string
        created_at: string
      }, 'follower_id' | 'following_id', never, [{ foreignKeyName: 'user_follows_follower_id_fkey'; columns: ['follower_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }, { foreignKeyName: 'user_follows_following_id_fkey'; columns: ['following_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      user_stats: Relation<{
        user_id: string
        helpful_votes: number
        total_reviews: number
        profile_views: number
        followers_count: number
        following_count: number
      }, 'user_id', never, [{ foreignKeyName: 'user_stats_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
    }
    Views: {
      product_launches: Relation<{
        id: string | null
        user_id: string | null
        tool_id: string | null
        tagline: string | null
        description: string | null
        launch_date: string | null
        featured_image: string | null
        upvotes_count: number | null
        status: string | null
        created_at: string | null
        pictures: string[] | null
        is_draft: boolean | null
        product_name: string | null
        product_url: string | null
      }, never, never, [{ foreignKeyName: 'launches_tool_id_fkey'; columns: ['tool_id']; isOneToOne: false; referencedRelation: 'tools'; referencedColumns: ['id'] }, { foreignKeyName: 'launches_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'profiles'; referencedColumns: ['user_id'] }]>
      profiles: Relation<{
        user_id: string | null
        username: string | null
        first_name: string | null
        last_name: string | null
        bio: string | null
        avatar_url: string | null
        job_title: string | null
        company_name: string | null
        account_type: string | null
        user_role: string | null
        profile_visibility: string | null
        public_profile: boolean | null
        created_at: string | null
        company_size: string | null
      }, never, 'company_size', [{ foreignKeyName: 'user_stats_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'user_stats'; referencedColumns: ['user_id'] }]>
    }
    Functions: {
      add_fact_source: Callable<{ tool: string; kind: string; address: string }, string>
      add_moderator_note: Callable<{ subject_type: string; subject_id: string; note: string }, undefined>
      add_source_topics: Callable<{ topics: Json }, undefined>
      add_tool_capabilities: Callable<{ tool: string; capabilities: string[] }, undefined>
      admin_overview: Callable<never, RpcResults['admin_overview']>
      allows_ai_crawlers: Callable<never, boolean>
      attribute_filters: Callable<{ in_category?: string }, RpcResults['attribute_filters']>
      category_counts: Callable<never, { name: string; tool_count: number }[]>
      category_landscape: Callable<{ in_category: string }, { id: string; name: string; slug: string; rating_average: number | null; review_count: number }[]>
      check_tool_claim: Callable<{ claim: string }, RpcResults['check_tool_claim']>
      checkpoint_ledger: Callable<{ as_of: string }, number>
      claim_emails: Callable<{ n: number }, RpcResults['claim_emails']>
      claim_picture_moves: Callable<{ n: number }, { id: number; bucket_id: string; name: string; place: string }[]>
      claims_to_check: Callable<{ n: number; as_of?: string; claim?: string }, { id: string; token: string; dns_name: string | null; file_url: string | null; page_url: string | null; is_repository: boolean }[]>
      clear_attribute: Callable<{ key: string }, number>
      close_campaign: Callable<{ campaign: string }, undefined>
      compare_probabilities: Callable<{ slugs: string[] }, { a: string; b: string; probability: number | null; too_few: boolean }[]>
      complete_email: Callable<{ id: number; error?: string; is_final?: boolean }, undefined>
      complete_picture_move: Callable<{ id: number; place: string }, undefined>
      confirm_company_member: Callable<{ company: string; member: string; confirmed: boolean }, undefined>
      confirm_review: Callable<{ review: string }, string>
      copy_list: Callable<{ list: string }, string>
      count_launches: Callable<{ of_status: string; on_day?: string; until_day?: string }, number>
      count_profile_view: Callable<{ person: string }, undefined>
      count_tools: Callable<{ query?: string; in_category?: string; min_rating?: number; pricing?: string; platform?: string; license?: string; capability?: string; attributes?: Json; alive?: string }, number>
      create_campaign: Callable<{ tool: string; name: string }, string>
      decide_capabilities: Callable<{ tool: string; capabilities: string[] }, undefined>
      delete_account: Callable<{ keep_reviews: boolean }, undefined>
      download_my_data: Callable<never, RpcResults['download_my_data']>
      dump_page: Callable<{ dumped: string; after?: string; made_at?: string; how_many?: number }, RpcResults['dump_page']>
      end_my_session: Callable<{ session: string }, boolean>
      explain_rank: Callable<{ list: string; subject: string; sort?: string; query?: string; in_category?: string; min_rating?: number; alternatives_of?: string; pricing?: string; platform?: string; license?: string; capability?: string; attributes?: Json; alive?: string }, RpcResults['explain_rank']>
      fact_freshness: Callable<never, RpcResults['fact_freshness']>
      fact_origins: Callable<{ tool: string }, RpcResults['fact_origins']>
      fact_status: Callable<never, RpcResults['fact_status']>
      facts_to_read: Callable<{ n: number; only_tool?: string; only_kind?: string }, { id: string; tool_id: string; kind: string; address: string; etag: string }[]>
      fail_source_read: Callable<{ source: number; message: string }, undefined>
      failed_emails: Callable<never, { id: number; kind: string; address: string; last_error: string; due_at: string }[]>
      featured_tools: Callable<{ how_many?: number }, { id: string; name: string; slug: string; description: string; logo_url: string | null; website_url: string | null; category: string; rating_average: number | null; review_count: number }[]>
      find_campaign: Callable<{ tool: string; code: string }, string>
      finish_source_read: Callable<{ source: number; tools: string[]; result?: Json; dry_run?: boolean }, { tool: string; name: string; slug: string; since: string }[]>
      function_source: Callable<{ name: string }, string>
      get_safe_profile_info: Callable<{ profile_user_id: string }, { user_id: string; username: string; first_name: string | null; last_name: string | null; bio: string | null; avatar_url: string | null; job_title: string | null; company_name: string | null; account_type: string; profile_visibility: string; created_at: string }[]>
      get_unsubscription: Callable<{ token: string }, RpcResults['get_unsubscription']>
      get_user_company: Callable<{ user_uuid: string }, { company_id: string; user_role: string; is_admin: boolean }[]>
      gone_tools: Callable<never, { source: number; tool: string; name: string; slug: string; since: string }[]>
      has_demo_content: Callable<never, boolean>
      import_keys: Callable<{ rows: Json }, RpcResults['import_keys']>
      import_tools: Callable<{ rows: Json; dry_run?: boolean; rename?: boolean; source?: number }, RpcResults['import_tools']>
      index_descriptions: Callable<{ page_size?: number }, number>
      invite: Callable<{ email: string; note?: string }, undefined>
      is_by_invitation: Callable<never, boolean>
      is_demo_loading: Callable<never, boolean>
      join_saved_tools: Callable<{ slugs: string[] }, string[]>
      launch_preview_link: Callable<{ launch: string }, string>
      launch_results: Callable<{ day: string }, { launch_id: string; upvotes_on_day: number; upvotes_by_new_accounts: number; rank: number }[]>
      ledger_text: Callable<{ subject: string }, string>
      list_invitations: Callable<never, { email: string; created_at: string; expires_at: string; used_at: string }[]>
      lists_with_tool: Callable<{ tool: string }, { id: string; user_id: string; name: string; description: string; visibility: string; tool_count: number; copies: number; trusted_copies: number; created_at: string; updated_at: string }[]>
      load_dump_page: Callable<{ dumped: string; rows: Json }, undefined>
      maker_stats: Callable<{ tool: string }, RpcResults['maker_stats']>
      mark_notifications_read: Callable<{ ids?: string[] }, undefined>
      merge_capabilities: Callable<{ source: string; target: string }, undefined>
      merge_categories: Callable<{ source: string; target: string }, undefined>
      merge_preview: Callable<{ source: string; target: string }, RpcResults['merge_preview']>
      merge_tools: Callable<{ source: string; target: string; explanation: string }, number>
      moderate: Callable<{ subject_type: string; subject_id: string; action: string; reason?: string; explanation?: string; legal_basis?: string; expires_at?: string }, number>
      moderation_claims: Callable<never, { claim: string; tool_id: string; name: string; slug: string; website_url: string | null; company_id: string; company: string; company_website: string | null; claimant: string | null; status: string; method: string | null; detail: string; checked_at: string | null; created_at: string }[]>
      moderation_counts: Callable<never, RpcResults['moderation_counts']>
      moderation_queue: Callable<{ kind?: string; after?: string; page_size?: number }, { subject_type: string; subject_id: string; title: string; reasons: string[]; report_count: number; waiting_since: string; appeal: number; after_row: string; excerpt: string; author: string; is_hidden: boolean; said_by: string; words: string; ends_at: string }[]>
      moderation_subject: Callable<{ subject_type: string; subject_id: string }, RpcResults['moderation_subject']>
      moderation_users: Callable<{ query: string }, { user_id: string; username: string; created_at: string; is_suspended: boolean; suspended_until: string; review_count: number; email: string }[]>
      moved_tools: Callable<{ addresses: string[] }, { address: string; slug: string }[]>
      my_appeals: Callable<never, { number: number; decision: number; status: string; created_at: string; resolved_at: string; explanation: string }[]>
      my_feed: Callable<{ after?: string; page_size?: number }, { kind: string; at: string; subject_type: string; subject_id: string; title: string; detail: string; href: string; after_row: string }[]>
      my_moderation_decisions: Callable<never, RpcResults['my_moderation_decisions']>
      my_reports: Callable<never, { number: number; subject_type: string; subject_id: string; reason: string; status: string; created_at: string; decision: number; appeal_until: string }[]>
      my_sessions: Callable<never, { id: string; user_agent: string | null; ip: string | null; signed_in_at: string; last_used_at: string; is_current: boolean }[]>
      my_staff_role: Callable<never, string>
      my_tool_claims: Callable<never, { claim: string; tool_id: string; tool: string; slug: string; company_id: string; company: string; status: string; method: string | null; token: string; dns_name: string | null; file_url: string | null; meta: string | null; checked_at: string | null; detail: string; verified_on: string | null; is_checking: boolean; created_at: string }[]>
      nearest_capabilities: Callable<{ query: string }, { slug: string; name: string; tool_count: number }[]>
      order_attributes: Callable<{ keys: string[] }, undefined>
      order_categories: Callable<{ slugs: string[] }, undefined>
      order_list: Callable<{ list: string; tools: string[] }, undefined>
      person_named: Callable<{ wanted: string }, { user_id: string; username: string; first_name: string | null; last_name: string | null; bio: string | null; avatar_url: string | null; job_title: string | null; company_name: string | null; account_type: string; user_role: string; profile_visibility: string; public_profile: boolean; created_at: string }[]>
      preview_launch: Callable<{ launch: string; token: string }, { id: string; user_id: string; tool_id: string; tagline: string; description: string; launch_date: string; featured_image: string; upvotes_count: number; status: string; created_at: string; pictures: string[]; is_draft: boolean; product_name: string; product_url: string }[]>
      profile_figures: Callable<{ username: string }, RpcResults['profile_figures']>
      purge_closed_reports: Callable<{ as_of?: string }, undefined>
      queue_digests: Callable<{ as_of?: string }, number>
      rating_prior: Callable<never, RpcResults['rating_prior']>
      record_claim_check: Callable<{ claim: string; found: boolean; detail: string; method?: string; is_shared_host?: boolean }, RpcResults['record_claim_check']>
      record_read: Callable<{ source: string; outcome: string; values?: Json; etag?: string; problem?: string; retry_at?: string }, string[]>
      redact_revision: Callable<{ review: string; number: number }, undefined>
      refuse_off_functions: Callable<never, undefined>
      related_capabilities: Callable<{ capability: string }, { slug: string; name: string; tool_count: number }[]>
      release_tool: Callable<{ tool: string }, undefined>
      remind_of_launches: Callable<{ as_of?: string }, number>
      remove_attribute: Callable<{ key: string }, undefined>
      remove_capability: Callable<{ slug: string }, undefined>
      remove_category: Callable<{ slug: string }, undefined>
      remove_fact_source: Callable<{ source: string }, undefined>
      remove_source: Callable<{ id: number }, undefined>
      rename_tool: Callable<{ tool: string; name: string; slug: string }, undefined>
      report_status: Callable<{ number: number; key: string }, RpcResults['report_status']>
      resolve_appeal: Callable<{ appeal: number; outcome: string; explanation: string }, undefined>
      resolve_tool_claim: Callable<{ claim: string; accept: boolean; explanation: string }, undefined>
      resolve_tool_edit: Callable<{ edit: string; accept: boolean; reason?: string }, undefined>
      review_votes_by_revision: Callable<{ review: string }, { revision: number; votes: number }[]>
      reviewed_capabilities: Callable<never, { slug: string; name: string; tools: string[] }[]>
      revoke_invitation: Callable<{ email: string }, undefined>
      run_daily_jobs: Callable<never, boolean>
      save_attribute: Callable<{ key: string; label: string; kind: string; help?: string; options?: Json; unit?: string; category?: string; in_filter?: boolean; on_card?: boolean; in_compare?: boolean; position?: number; is_new?: boolean }, undefined>
      save_capability: Callable<{ slug: string; name: string; category: string; description?: string; synonyms?: string[]; is_new?: boolean }, undefined>
      save_category: Callable<{ slug: string; name: string; description?: string; icon?: string; color?: string; subcategories?: string[]; aliases?: string[]; trending?: boolean; position?: number; is_new?: boolean }, undefined>
      save_source: Callable<{ kind: string; address: string; mapping?: Json; every?: string; id?: number }, number>
      search_matches: Callable<{ query: string; tools: string[] }, { id: string; matches: string[] }[]>
      search_page: Callable<{ query?: string; in_category?: string; min_rating?: number; sort?: string; page_size?: number; after?: string; pricing?: string; platform?: string; license?: string; capability?: string; attributes?: Json; alive?: string }, RpcResults['search_page']>
      search_people: Callable<{ query: string; page_size?: number }, { username: string; first_name: string | null; last_name: string | null }[]>
      search_tools: Callable<{ query?: string; in_category?: string; min_rating?: number; sort?: string; page_size?: number; after?: string; pricing?: string; platform?: string; license?: string; capability?: string; attributes?: Json; alive?: string }, { id: string; name: string; slug: string; description: string; logo_url: string | null; website_url: string | null; category: string; rating_average: number | null; review_count: number; after_row: string }[]>
      set_content_language: Callable<{ language: string; configuration: string }, undefined>
      set_off_areas: Callable<{ areas: Json }, undefined>
      set_premoderation_exempt: Callable<{ username: string; exempt: boolean }, undefined>
      set_staff_role: Callable<{ username: string; role: string }, undefined>
      shown_list: Callable<{ list: string }, { id: string; user_id: string; name: string; description: string; visibility: string; tool_count: number; copies: number; trusted_copies: number; created_at: string; updated_at: string }[]>
      shown_list_items: Callable<{ list: string }, { list_id: string; tool_id: string; note: string; position: number }[]>
      site_settings: Callable<never, RpcResults['site_settings']>
      source_catalog: Callable<never, RpcResults['source_catalog']>
      staff_members: Callable<never, { username: string; role: string; created_at: string }[]>
      start_tool_claim: Callable<{ tool: string; company: string }, RpcResults['start_tool_claim']>
      submit_appeal: Callable<{ decision: number; statement: string; revised_content?: Json }, number>
      submit_report: Callable<{ subject_type: string; subject_id: string; reason: string; details?: string; good_faith?: boolean; reporter_name?: string; reporter_email?: string }, RpcResults['submit_report']>
      suggest: Callable<{ query: string; only_kind?: string }, { kind: string; slug: string; name: string; detail: string; matched: string; id: string; rating_average: number | null }[]>
      suggest_tool_edit: Callable<{ tool: string; changes: Json; source_url: string; note?: string }, string>
      suggested_capabilities: Callable<{ page_size?: number }, { id: string; slug: string; name: string; category: string; description: string; capabilities: string[]; names: string[]; total: number; without_use: number }[]>
      take_due_source: Callable<never, number>
      take_rating_prior: Callable<never, boolean>
      tool_already_listed: Callable<{ tool_name: string; website?: string }, { name: string; slug: string; same: string }[]>
      tool_alternatives: Callable<{ tool: string; how_many?: number; min_rating?: number; pricing?: string; platform?: string; license?: string; alive?: string }, { id: string; name: string; slug: string; description: string; logo_url: string | null; website_url: string | null; category: string; rating_average: number | null; review_count: number }[]>
      tool_by_website: Callable<{ address: string }, { id: string; slug: string; name: string; rating_average: number | null; review_count: number }[]>
      tool_capability_figures: Callable<{ tool: string }, { slug: string; name: string; reviewers: number; mean_rating: number }[]>
      tool_evidence: Callable<{ tools: string[] }, { id: string; reviews: number; counted: number; average: number; low: number; high: number }[]>
      tool_figures: Callable<{ tool: string }, RpcResults['tool_figures']>
      tool_insight: Callable<{ tool: string }, RpcResults['tool_insight']>
      tool_rating_estimate: Callable<{ tool: string }, RpcResults['tool_rating_estimate']>
      tool_review_bursts: Callable<{ tool: string }, { day: string; reviews: number; usual: number; top_rating: number; top_share: number; new_account_share: number }[]>
      tool_review_stats: Callable<{ tool: string; version?: string; plan?: string; since?: string; without_bursts?: boolean }, RpcResults['tool_review_stats']>
      tool_review_summary: Callable<{ tool: string }, RpcResults['tool_review_summary']>
      tool_reviews: Callable<{ tool: string; version?: string; plan?: string; since?: string; without_bursts?: boolean }, { id: string; tool_id: string; user_id: string; rating: number; title: string; content: string; pros: string[]; cons: string[]; helpful_count: number; created_at: string; updated_at: string; is_sample: boolean; used_version: string; used_plan: string; used_from: string; used_until: string; relationship: string; incentive: string; used_for: string[]; is_relationship_found: boolean; campaign_id: string; revision: number; edited_at: string; first_published_on: string; confirmed_on: string }[]>
      tool_vitality: Callable<{ tool: string }, RpcResults['tool_vitality']>
      track_changes: Callable<{ since?: string; kinds?: string[]; how_many?: number; older_than?: string }, RpcResults['track_changes']>
      transparency_figures: Callable<{ of_year: number }, RpcResults['transparency_figures']>
      trust_figures: Callable<never, RpcResults['trust_figures']>
      understand_query: Callable<{ query: string }, RpcResults['understand_query']>
      undo_unsubscribe: Callable<{ token: string; previous: Json }, undefined>
      unsubscribe: Callable<{ token: string }, RpcResults['unsubscribe']>
      update_site_settings: Callable<{ changes: Json }, undefined>
      username_available: Callable<{ wanted: string }, boolean>
      withdraw_report: Callable<{ number: number }, undefined>
      withdraw_tool_edit: Callable<{ edit: string }, undefined>
    }
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}
