-- Sets the game up when somebody presses the button: shuffles the decks and deals.
-- Made by Scrapsite. The tables below say what there is; everything has its id.

local DECKS, DEALS, MATS = {}, {}, {}
--DATA--
local isSetUp = false

function onSave()
    return isSetUp and "set up" or ""
end

function onLoad(state)
    isSetUp = state == "set up"
    if isSetUp then
        UI.setAttribute("setUp", "active", "false")
    else
        fitMats()
    end
end

-- A mat is as wide as the cards ask for, whatever size the program gives its picture.
function fitMats()
    for _, mat in ipairs(MATS) do
        local thing = getObjectFromGUID(mat.guid)
        if thing ~= nil then
            Wait.condition(function() fit(thing, mat) end, function() return not thing.loading_custom end)
        end
    end
end

function fit(thing, mat)
    local size, scale = thing.getBoundsNormalized().size, thing.getScale()
    if size.x > 0 and size.z > 0 then
        thing.setScale({scale.x * mat.width / size.x, scale.y, scale.z * mat.depth / size.z})
    end
end

function setUp()
    if isSetUp then return end
    isSetUp = true
    UI.setAttribute("setUp", "active", "false")
    for _, guid in ipairs(DECKS) do
        local deck = getObjectFromGUID(guid)
        if deck ~= nil then deck.shuffle() end
    end
    Wait.time(dealAll, 1.5)
end

function dealAll()
    for _, deal in ipairs(DEALS) do
        local deck = getObjectFromGUID(deal.deck)
        if deck ~= nil then
            if deal.hand == nil then
                layOut(deck, deal)
            elseif Player[deal.hand].seated then
                deck.deal(deal.copies, deal.hand)
            end
        end
    end
    broadcastToAll("The game is set up. The rules are in the notebook.", {1, 1, 1})
end

function layOut(deck, deal)
    for number = 1, deal.copies do
        local isOpen = deal.open and number == deal.copies
        local position = {deal.x, deal.y + number * 0.15, deal.z}
        local rotation = {0, deal.turn, isOpen and 0 or 180}
        if deck.remainder ~= nil then
            -- A deck of two that gives one away is a deck no longer.
            deck.remainder.setRotation(rotation)
            deck.remainder.setPosition(position)
        else
            deck.takeObject({position = position, rotation = rotation, smooth = false})
        end
    end
end
