-- Issuers of ID tokens were tables of identity until 0.6.0: they go along as they are.
ALTER TABLE identity_providers RENAME TO openid_providers;
ALTER TABLE identity_provider_keys RENAME TO openid_keys;
